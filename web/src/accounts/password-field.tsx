import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../ui/language.tsx';
import { accountWords } from './words.ts';

/** Same rule as in the service: at least 8 characters, one capital, one special character. */
export const isGoodPassword = (text: string): boolean => {
  const composed = text.normalize('NFC');
  return composed.length >= 8 && /\p{Lu}/u.test(composed) && /[^\p{L}\p{N}\p{M}\s]/u.test(composed);
};

/** A password input with a button that shows the text. */
export function PasswordField(props: PasswordInputProps) {
  const words = useWords(accountWords);
  // Mantine sets aria-invalid on all inputs but this one.
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': words.showPassword, tabIndex: 0 }}
      {...props}
    />
  );
}
