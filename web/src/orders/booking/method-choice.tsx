import { useCompany } from '../../api/company.tsx';
import { IconBrandMastercard } from '../../icons/brand-mastercard.ts';
import { IconBrandVisa } from '../../icons/brand-visa.ts';
import { IconCash } from '../../icons/cash.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import type { Method } from './booking-draft.ts';
import { bookingWords } from './booking-words.ts';

const icons = { cash: IconCash, visa: IconBrandVisa, mastercard: IconBrandMastercard };
const methods = ['cash', 'visa', 'mastercard'] as const;

/** Payment methods as a radio group; card only if the company has a provider. */
export function MethodChoice({ value, onChange }: { value: Method; onChange(method: Method): void }) {
  const words = useWords(bookingWords);
  const { cardProvider } = useCompany();
  const names = useWords(stateWords).method;
  return (
    <ChoiceCards
      legend={words.method}
      name="method"
      value={value}
      onChange={onChange}
      choices={methods
        .filter((method) => method === 'cash' || cardProvider !== null)
        .map((method) => ({
          value: method,
          label: names[method],
          note: method === 'cash' ? words.cash : words.card,
          icon: icons[method],
        }))}
    />
  );
}
