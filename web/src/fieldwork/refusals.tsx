import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Problem } from '../api/problem.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { useRefusals } from './unsent.ts';
import { fieldWords } from './words.ts';

/** What was done without a network and refused when it arrived: said until it is read. */
export function Refusals() {
  const words = useWords(fieldWords);
  const explain = useProblemWords();
  const { pathname } = useLocation();
  const { refusals, dismiss } = useRefusals();
  return refusals.map((refusal) => (
    <Alert
      key={`${refusal.orderId} ${refusal.action}`}
      color="clay"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={(refusal.action === 'start' ? words.refusedStart : words.refusedFinish)(refusal.location)}
    >
      <Stack gap="xs">
        <Text>{explain(new Problem(refusal))}</Text>
        <Text>{words.refusedNext}</Text>
        <Group gap="xs">
          {pathname === `/orders/${refusal.orderId}` ? null : (
            <Button component={Link} to={`/orders/${refusal.orderId}`} variant="default">
              {words.openJob}
            </Button>
          )}
          <Button variant="default" onClick={() => dismiss(refusal)}>
            {words.understood}
          </Button>
        </Group>
      </Stack>
    </Alert>
  ));
}
