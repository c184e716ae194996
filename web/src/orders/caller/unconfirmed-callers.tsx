import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { IconInfoCircle } from '../../icons/info-circle.ts';
import { useWords } from '../../ui/language.tsx';
import { useUnconfirmedCallers } from './caller-queries.ts';
import { callerWords } from './caller-words.ts';

/** Accounts in which a new caller may have entered the number: the office confirms it there, instead of making another account. */
export function UnconfirmedCallers({ phone, isNew }: { phone: string; isNew: boolean }) {
  const words = useWords(callerWords);
  const { data: found = [] } = useUnconfirmedCallers(phone, isNew);
  if (!isNew || found.length === 0) return null;
  return (
    <Alert color="sky" icon={<IconInfoCircle aria-hidden />} title={words.unconfirmed} role="status">
      <Text>{words.unconfirmedText}</Text>
      {found.map(({ id, fullName }) => (
        <Anchor key={id} component={Link} to={`/customers/${id}`} underline="always" display="block">
          {fullName}
        </Anchor>
      ))}
    </Alert>
  );
}
