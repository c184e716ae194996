import { useState } from 'react';
import type { Shape } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { weatherWords } from '../weather/weather-words.ts';
import { cellOfPlace, noPlaceCell, placeTable } from './drop-places-rules.ts';
import styles from './rebooking.module.css';
import { type Rebooking, type RebookingRow, useChoices } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';

/** As the service counts it. */
const notPlacedCost = 200;

interface DropPlacesProps {
  rebooking: Rebooking;
  /** The row that is dragged. */
  row: RebookingRow;
  /** The cell under the pointer. */
  over: string | undefined;
}

/** All places that the dragged order could have, with their costs, as a table to drop it on. */
export function DropPlaces({ rebooking, row, over }: DropPlacesProps) {
  const words = useWords(rebookingWords);
  const choices = useChoices(rebooking.id, row.orderId);
  // Away from the pointer: a row of the lower half is dropped at the top.
  const [isAtTop] = useState(() => {
    const place = document.querySelector(`[data-movable][data-order-id="${row.orderId}"]`)?.getBoundingClientRect();
    return place !== undefined && place.top + place.height / 2 > innerHeight / 2;
  });
  return (
    <section
      className={styles.drop}
      data-drop-panel
      data-at-top={isAtTop ? '' : undefined}
      aria-label={words.dropTitle(row.farmer.fullName)}
    >
      <strong>{words.dropTitle(row.farmer.fullName)}</strong>
      <QueryBoundary query={choices}>
        {({ content }) => <Places rebooking={rebooking} row={row} over={over} choices={content} />}
      </QueryBoundary>
    </section>
  );
}

function Places({ rebooking, row, over, choices }: DropPlacesProps & { choices: readonly Shape<'RebookingChoice'>[] }) {
  const words = useWords(rebookingWords);
  const weather = useWords(weatherWords);
  const format = useFormat();
  const { dates, sessions, at } = placeTable(choices);
  const target = over === undefined ? undefined : at.get(over);
  const cost = over === noPlaceCell ? notPlacedCost : target?.cost.total;
  const total = rebooking.cost - row.cost.total;
  return (
    <>
      <div className={styles.dropScroll}>
        <table className={styles.places}>
          <thead>
            <tr>
              <td />
              {dates.map((date) => (
                <th key={date} scope="col">
                  {format.date(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <th scope="row">{format.session(session)}</th>
                {dates.map((date) => {
                  const cell = cellOfPlace({ date, session }) ?? '';
                  const choice = at.get(cell);
                  if (choice === undefined) return <td key={date} />;
                  return (
                    <td
                      key={date}
                      data-cell={cell}
                      data-over={cell === over ? '' : undefined}
                      data-current={cell === cellOfPlace(row.to) ? '' : undefined}
                    >
                      {choice.cost.total} <span className={styles.verdict}>{weather.short[choice.verdict]}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.leave} data-cell={noPlaceCell} data-over={over === noPlaceCell ? '' : undefined}>
        {words.leave}
      </p>
      <p role="status">{cost === undefined ? words.totalNow(rebooking.cost) : words.totalThen(cost, rebooking.cost, total + cost)}</p>
    </>
  );
}
