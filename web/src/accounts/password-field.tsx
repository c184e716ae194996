import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../ui/language.tsx';
import { accountWords } from './words.ts';

/** As the service has it: at least 8 characters, one capital, one special character. */
export const isGoodPassword = (text: string): boolean => {
  const composed = text.normalize('NFC');
  return composed.length >= 8 && /\p{Lu}/u.test(composed) && /[^\p{L}\p{N}\p{M}\s]/u.test(composed);
};

/** A password with a button that shows it: typing blind on a phone goes wrong. */
export function PasswordField(props: PasswordInputProps) {
  const words = useWords(accountWords);
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': words.showPassword, tabIndex: 0 }} {...props} />;
}
