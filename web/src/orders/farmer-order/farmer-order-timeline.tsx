import { Text } from '@mantine/core';
import type { Shape } from '../../api/client.ts';
import { notSprayedWords } from '../../fieldwork/not-sprayed-words.ts';
import { useFormat } from '../../ui/format.ts';
import { type Language, useLanguage, useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { QueryBoundary } from '../../ui/states.tsx';
import { EditChanges } from '../edit/edit-changes.tsx';
import { useEdits } from '../edit/edit-queries.ts';
import { type FarmerOrder, useMoves, useTimeline } from '../farmer-queries.ts';
import { reasonFor } from '../preset-reasons.ts';
import { Section } from '../section.tsx';
import styles from './farmer-order-timeline.module.css';
import { farmerOrderWords } from './farmer-order-words.ts';

type Step = Shape<'OrderStep'>;

/** History of the order, newest first. */
export function OrderTimeline({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const { method } = useWords(stateWords);
  const { reasons: notSprayed } = useWords(notSprayedWords);
  const { language } = useLanguage();
  const format = useFormat();
  const timeline = useTimeline(order.id);
  const moves = useMoves(order.id);
  const moveOf = (stepId: number) => {
    const move = moves.data?.content.find((each) => each.stepId === stepId);
    if (move === undefined) return undefined;
    const { fromDate, fromSession, toDate, toSession } = move;
    return `${format.shortSlot({ date: fromDate, session: fromSession })} → ${format.shortSlot({ date: toDate, session: toSession })}`;
  };
  const edits = useEdits('farmer', order.id, timeline.data?.content.some(({ action }) => action === 'edit') ?? false).data?.content;
  return (
    <Section title={words.timeline}>
      <QueryBoundary query={timeline}>
        {({ content }) => (
          <ol className={styles.steps} reversed>
            {[...content].reverse().map((step) => (
              <li key={step.id} className={styles.step}>
                <Text fw={600}>{words.steps[wordFor(step)] ?? words.steps.other}</Text>
                {moveOf(step.id) === undefined ? null : <Text>{moveOf(step.id)}</Text>}
                <Text size="sm" c="dimmed">
                  {format.moment(step.timestamp)}
                  {step.by === null ? '' : ` · ${step.role === 'farmer' ? words.byYou : words.by(step.by)}`}
                </Text>
                <EditChanges changes={edits?.find(({ id }) => id === step.id)?.changes ?? []} />
                {/* Reasons of the service itself are translated above. */}
                {step.reason === null || step.by === null ? null : (
                  <Text className={styles.reason}>{reasonOf(step, { payment_method: method, not_sprayed: notSprayed }, language)}</Text>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </Section>
  );
}

/** Some reasons are names of the API, and some are of the office's list. */
const reasonOf = ({ action, reason }: Step, namesOf: Record<string, Record<string, string>>, language: Language): string | null =>
  reason === null ? null : (namesOf[action]?.[reason] ?? reasonFor(language, reason));

const wordFor = ({ action, by }: Step): string =>
  by === null && (action === 'sign_off' || action === 'cancel') ? `${action}_system` : action;
