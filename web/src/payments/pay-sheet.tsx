import { lazy, Suspense, useState } from 'react';
import type { Shape } from '../api/client.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Loading } from '../ui/states.tsx';
import { payCardWords } from './pay-card-words.ts';

const PayCard = lazy(async () => ({ default: (await import('./pay-card.tsx')).PayCard }));

interface PaySheetProps {
  order: Shape<'FarmerOrder'>;
  opened: boolean;
  /** False: there is nothing to pay, so a link to this sheet opens nothing. */
  payable: boolean;
  close(): void;
}

export function PaySheet({ order, opened, payable, close }: PaySheetProps) {
  const words = useWords(payCardWords);
  // After the payment the order is no longer payable, but the sheet stays open to show the result.
  const [began, setBegan] = useState(false);
  if (opened && payable && !began) setBegan(true);
  if (!opened && began) setBegan(false);
  return (
    <Sheet opened={opened && (payable || began)} close={close} title={words.title}>
      <Suspense fallback={<Loading lines={3} />}>
        <PayCard order={order} close={close} />
      </Suspense>
    </Sheet>
  );
}
