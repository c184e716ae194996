import { Suspense } from 'react';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Loading } from '../ui/states.tsx';
import { startWords } from './start-words.ts';
import type { StopFormProps } from './stop-form.tsx';

const StopForm = lazyPart(() => import('./stop-form.tsx'), 'StopForm');

/** The weather says stop: the crew leaves it, or starts with a reason. */
export function StopDialog({ opened, ...form }: StopFormProps & { opened: boolean }) {
  const words = useWords(startWords);
  return (
    <Sheet opened={opened} close={form.close} title={words.stopTitle}>
      <Suspense fallback={<Loading lines={3} />}>
        <StopForm {...form} />
      </Suspense>
    </Sheet>
  );
}
