import { ActionIcon, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { IconArrowLeft } from '../../icons/arrow-left.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { uiWords } from '../../ui/words.ts';
import styles from './booking.module.css';
import { countOf, type Step, stepCount } from './booking-steps.ts';
import { bookingWords } from './booking-words.ts';

interface BookingFrameProps {
  step: Step;
  title: string;
  children: ReactNode;
  /** The running summary. */
  foot: ReactNode;
}

/** Layout of a step: progress, back button and summary. */
export function BookingFrame({ step, title, children, foot }: BookingFrameProps) {
  const words = useWords(bookingWords);
  const { back } = useWords(uiWords);
  const navigate = useNavigate();
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The focused element no longer exists: the focus moves to the new step, for keyboard and screen reader users.
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [step]);
  const at = countOf[step];
  return (
    <Page title={title} narrow={step !== 'time'}>
      <div className={styles.progress}>
        {step === 'field' ? null : (
          <ActionIcon variant="default" aria-label={back} title={back} onClick={() => navigate(-1)}>
            <IconArrowLeft size={22} aria-hidden />
          </ActionIcon>
        )}
        <div className={styles.bars} aria-hidden>
          {Array.from({ length: stepCount }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
            <span key={n} data-done={n < at || undefined} />
          ))}
        </div>
        <Text component="span" c="dimmed">
          {words.step(at, stepCount)}
        </Text>
      </div>
      {children}
      <div className={styles.room} />
      {foot}
    </Page>
  );
}
