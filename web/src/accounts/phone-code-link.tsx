import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { IconMessage } from '../icons/message.ts';
import { useWords } from '../ui/language.tsx';
import { usePhoneCodeOffer } from './phone-code-offer.ts';
import { phoneCodeWords } from './phone-code-words.ts';

/** The way to a code by SMS, if this installation sends them. */
export function PhoneCodeLink({ to, name }: { to: string; name: 'signIn' | 'signUp' }) {
  const words = useWords(phoneCodeWords);
  const { search } = useLocation();
  if (usePhoneCodeOffer() !== true) return null;
  return (
    <Button component={Link} to={to + search} variant="default" fullWidth leftSection={<IconMessage size={20} aria-hidden />}>
      {words[name]}
    </Button>
  );
}
