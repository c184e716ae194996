import { useCompany } from '../api/company.tsx';
import { useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { CallButton } from './call-button.tsx';

const words = {
  en: { call: 'Call the office', callNumber: (phone: string) => `Call the office, ${phone}` },
  vi: { call: 'Gọi văn phòng', callNumber: (phone: string) => `Gọi văn phòng, ${phone}` },
};

/** Link that calls the office; nothing while no number is known. `fallback`: the number of the person in charge. */
export function OfficeCall({ fallback = null, withNumber = false }: { fallback?: string | null; withNumber?: boolean }) {
  const { call, callNumber } = useWords(words);
  const { phoneNumber } = useCompany();
  const number = phoneNumber ?? fallback;
  if (number === null) return null;
  return (
    <CallButton phoneNumber={number} label={callNumber(formatPhone(number))}>
      {withNumber ? callNumber(formatPhone(number)) : call}
    </CallButton>
  );
}
