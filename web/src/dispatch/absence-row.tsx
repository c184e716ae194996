import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ordersKey } from '../api/live.ts';
import { daysText } from '../catalog/days-text.ts';
import { IconCircleX } from '../icons/circle-x.ts';
import { IconClock } from '../icons/clock.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { absenceIcons } from './absence-icons.ts';
import type { Absence } from './absence-queries.ts';
import { absenceWords } from './absence-words.ts';

interface AbsenceRowProps {
  absence: Absence;
  name: string;
  /** Actions below the details. */
  children?: ReactNode;
  /** undefined: it cannot be removed here. */
  removal?: { action: string; title: string; text: string; act(): Promise<unknown> } | undefined;
}

export function AbsenceRow({ absence, name, children, removal }: AbsenceRowProps) {
  const words = useWords(absenceWords);
  const format = useFormat();
  const { kind, sessions, note, state } = absence;
  const Icon = absenceIcons[kind];
  const days = daysText(format, absence);
  const facts = [sessions.length === 0 ? words.wholeDay : sessions.map(format.session).join(', '), note].filter(Boolean);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <strong>{name === '' ? days : `${days}: ${name}`}</strong>
        <Group gap={6}>
          <Icon size={20} aria-hidden />
          {words.kinds[kind]}
        </Group>
        <span className={styles.note}>{facts.join(' · ')}</span>
        {state === 'approved' ? null : (
          <Group gap={6}>
            {state === 'requested' ? <IconClock size={20} aria-hidden /> : <IconCircleX size={20} aria-hidden />}
            {words.states[state]}
          </Group>
        )}
        {children}
      </div>
      {removal === undefined ? null : <Removal label={`${removal.action}: ${name === '' ? days : `${name}, ${days}`}`} {...removal} />}
    </li>
  );
}

function Removal({
  label,
  action,
  title,
  text,
  act,
}: {
  label: string;
  action: string;
  title: string;
  text: string;
  act(): Promise<unknown>;
}) {
  const words = useWords(absenceWords);
  const remove = useAction({ act, invalidates: [ordersKey], successMessage: words.removed });
  return (
    <Confirm
      title={title}
      text={text}
      action={action}
      danger={false}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
      trigger={(open) => (
        <Button variant="default" aria-label={label} onClick={open}>
          {action}
        </Button>
      )}
    />
  );
}
