import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { InputEvent } from 'react';
import { withDecimalSeparator } from './decimal-rules.ts';
import { useLanguage } from './language.tsx';

/** Not the setter of React, after which no change event follows. */
const setNativeValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Stands for a separator that nobody types. */
const noSeparator = '\u2396';

export interface DecimalInputProps extends Omit<NumberInputProps, 'decimalSeparator' | 'thousandSeparator' | 'allowedDecimalSeparators'> {
  /** For amounts of money and other large numbers: the separator of thousands is then not accepted as a decimal separator. */
  hasThousands?: boolean;
}

/** Number input that allows decimals, with the separators of the user's language. */
export function DecimalInput({ hasThousands = false, ...props }: DecimalInputProps) {
  const { language } = useLanguage();
  const [decimal, other] = language === 'vi' ? [',', '.'] : ['.', ','];
  const thousands = hasThousands ? other : undefined;
  const isWhole = hasThousands && props.decimalScale === 0;
  // Mantine accepts both separators from the keyboard and on paste, but not in a text that replaces the whole value.
  const onInputCapture = ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
    const { inputType, data } = nativeEvent as Partial<globalThis.InputEvent>;
    const { value } = currentTarget;
    const isReplaced =
      inputType === undefined ||
      inputType === 'insertReplacementText' ||
      (inputType.startsWith('insert') && value.length > 1 && data === value);
    if (!isReplaced) return;
    const text = withDecimalSeparator(value, { decimal: isWhole ? undefined : decimal, thousands });
    if (text !== value) setNativeValue?.call(currentTarget, text);
  };
  return (
    <NumberInput
      inputMode="decimal"
      hideControls
      {...props}
      decimalSeparator={isWhole ? noSeparator : decimal}
      {...(thousands === undefined ? {} : { thousandSeparator: thousands, allowedDecimalSeparators: isWhole ? [] : [decimal] })}
      onInputCapture={onInputCapture}
    />
  );
}
