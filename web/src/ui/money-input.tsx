import { useCompany } from '../api/company.tsx';
import { DecimalInput, type DecimalInputProps } from './decimal-input.tsx';

/** Input for an amount of money. Where the currency has no decimals, both separators group digits: 45.000 and 45,000 are the same. */
export function MoneyInput({ decimals, ...props }: Omit<DecimalInputProps, 'hasThousands' | 'decimalScale'> & { decimals?: number }) {
  const { currencyDigits } = useCompany();
  return <DecimalInput {...props} hasThousands decimalScale={currencyDigits === 0 ? 0 : (decimals ?? currencyDigits)} />;
}
