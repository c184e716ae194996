import { Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { ActionButton } from './action-button.tsx';
import { type FarmerOrder, useNextStep } from './farmer-queries.ts';
import { farmerWords } from './farmer-words.ts';
import styles from './next-step-panel.module.css';

const WorkDone = lazyPart(() => import('./work-done.tsx'), 'WorkDone');

/** The next step with its button, or a note that there is none. */
export function NextStepPanel({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerWords);
  const step = useNextStep(order);
  if (step === undefined) return <Skeleton className={styles.unknown ?? ''} />;
  return (
    <div className={styles.panel} data-to-do={step.action !== null || undefined} aria-live="polite">
      <Text fw={600}>{words.situations[step.situation]}</Text>
      {step.situation === 'to_sign_off' ? (
        <Suspense>
          <WorkDone orderId={order.id} />
        </Suspense>
      ) : null}
      {step.action === null ? null : <ActionButton id={order.id} action={step.action} className={styles.action ?? ''} />}
    </div>
  );
}
