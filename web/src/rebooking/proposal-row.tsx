import { Anchor, Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { Shape } from '../api/client.ts';
import { IconArrowRight } from '../icons/arrow-right.ts';
import { IconGripVertical } from '../icons/grip-vertical.ts';
import { telephoneLink } from '../ui/device-links.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import rows from '../ui/list-rows.module.css';
import { formatPhone } from '../ui/phone-number.ts';
import { weatherWords } from '../weather/weather-words.ts';
import styles from './rebooking.module.css';
import type { Rebooking, RebookingRow } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';

function useCostText() {
  const words = useWords(rebookingWords);
  return (cost: Shape<'RebookingCost'>): string =>
    (['delay', 'halfDay', 'weather', 'crew', 'notPlaced'] as const)
      .filter((part) => cost[part] > 0)
      .map((part) => `${words.parts[part]} ${cost[part]}`)
      .join(' + ');
}

interface RowProps {
  row: RebookingRow;
  state: Rebooking['state'];
  isDragged: boolean;
  onEdit(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** One order of a proposal: from where to where, what it costs, and the answer of the farmer. An open one can be dragged. */
export function ProposalRow({ row, state, isDragged, onEdit, onKeyDown }: RowProps) {
  const words = useWords(rebookingWords);
  const weather = useWords(weatherWords);
  const format = useFormat();
  const costText = useCostText();
  const { farmer, from, to, cost, current } = row;
  const time = (at: Pick<Shape<'RebookingTime'>, 'date' | 'session'>) => `${format.date(at.date)}, ${format.session(at.session)}`;
  const why = row.notPlacedReason === null ? undefined : words.reasons[row.notPlacedReason];
  return (
    <li
      className={`${rows.row} ${styles.proposal}`}
      data-order-id={row.orderId}
      data-movable={state === 'proposed' ? '' : undefined}
      data-dragged={isDragged ? '' : undefined}
    >
      {state === 'proposed' ? <IconGripVertical className={styles.grip} size={20} aria-hidden /> : null}
      <div className={rows.main}>
        <Anchor component={Link} to={`/orders/${row.orderId}`} draggable={false} data-lift className={`${rows.link} ${rows.name}`}>
          {farmer.fullName}
        </Anchor>
        <span>
          {time(from)} <IconArrowRight size={16} aria-label={words.to} /> <strong>{to === null ? words.noPlace : time(to)}</strong>
        </span>
        <span className={rows.note}>
          {words.total(cost.total)}
          {cost.total === 0 ? '' : `: ${costText(cost)}`}
          {row.verdict === null ? '' : ` · ${weather.verdict[row.verdict]}`}
          {why === undefined ? '' : ` · ${why}`}
        </span>
        {state === 'applied' && to !== null ? (
          <span className={rows.note}>
            {row.answer === null
              ? `${words.waiting}${farmer.hasMail ? '' : ` · ${words.call}`}`
              : `${words.answer[row.answer]}${row.answer === 'changed' ? `: ${time(current)}` : ''}`}
          </span>
        ) : null}
        {farmer.hasMail && to !== null ? null : (
          <Anchor className={rows.link ?? ''} draggable={false} href={telephoneLink(farmer.phoneNumber)}>
            {formatPhone(farmer.phoneNumber)}
          </Anchor>
        )}
      </div>
      {state === 'proposed' ? (
        <Button variant="default" aria-label={words.changeOf(farmer.fullName)} onClick={onEdit} onKeyDown={onKeyDown}>
          {words.change}
        </Button>
      ) : null}
    </li>
  );
}
