import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { RateForm } from './rate-form.tsx';
import { rateWords } from './rate-words.ts';

export function RateSheet({ orderId, opened, close }: { orderId: number; opened: boolean; close(): void }) {
  const words = useWords(rateWords);
  return (
    <Sheet opened={opened} close={close} title={words.title}>
      <RateForm orderId={orderId} close={close} />
    </Sheet>
  );
}
