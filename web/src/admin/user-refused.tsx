import { Alert, Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Problem } from '../api/problem.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { usersWords } from './users-words.ts';

interface Refusal {
  because: 'hasJobs' | 'hasOrders';
  orders: string[];
}

/** The orders that block the change; the service names the first ones. */
function refusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Problem)) return undefined;
  const because = error.code === 'STAFF_HAS_JOBS' ? 'hasJobs' : error.code === 'FARMER_HAS_ORDERS' ? 'hasOrders' : undefined;
  if (because === undefined) return undefined;
  return { because, orders: error.errors.flatMap(({ path }) => (path.startsWith('order.') ? [path.slice('order.'.length)] : [])) };
}

/** Explains why the change was refused and links to the orders that block it. */
export function Refused({ error }: { error: unknown }) {
  const words = useWords(usersWords);
  const explain = useProblemWords();
  const refused = refusal(error);
  if (error === null) return null;
  if (refused === undefined)
    return (
      <Alert color="clay" role="alert">
        {error instanceof Problem && error.code === 'ACCOUNT_EXISTS' ? words.taken : explain(error)}
      </Alert>
    );
  return (
    <Alert color="clay" role="alert">
      <Text>{words[refused.because]}</Text>
      <Group gap="md" mt="xs">
        {refused.orders.map((id) => (
          <Anchor key={id} component={Link} to={`/orders/${id}`}>
            {words.order(id)}
          </Anchor>
        ))}
        {refused.because === 'hasJobs' ? (
          <Anchor component={Link} to="/sprayers">
            {words.seeSprayers}
          </Anchor>
        ) : null}
      </Group>
    </Alert>
  );
}
