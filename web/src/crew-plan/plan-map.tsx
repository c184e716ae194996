import { useMemo, useState } from 'react';
import { FieldMap, type MapLine, type Pin } from '../map/field-map.tsx';
import { lineColor } from '../orders/day-map/day-map-rules.ts';
import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { useShortName } from '../ui/short-names.tsx';
import styles from './crew-plan.module.css';
import type { PlanRoute, PlanRow } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { usePlanFormat } from './plan-format.ts';
import { linesOf } from './plan-view-rules.ts';

/** The ways of the sprayers on a map in distinct colours, and as a list with times. Choosing one shows it alone. */
export function PlanMap({ rows, routes }: { rows: readonly PlanRow[]; routes: readonly PlanRoute[] }) {
  const words = useWords(crewPlanWords);
  const { km } = usePlanFormat();
  const shortName = useShortName();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<number>();
  const colors = useMemo(() => new Map(routes.map(({ sprayer }, at) => [sprayer.id, lineColor(at)])), [routes]);
  const shown = useMemo(() => routes.filter(({ sprayer }) => chosen === undefined || sprayer.id === chosen), [routes, chosen]);
  const lines = useMemo(
    () =>
      linesOf(shown, rows).map(
        ({ sprayerId, points }): MapLine => ({ id: String(sprayerId), points, color: colors.get(sprayerId) ?? lineColor(0) }),
      ),
    [shown, rows, colors],
  );
  const pins = useMemo(() => {
    const visited = new Set(shown.flatMap(({ blocks }) => blocks.flatMap(({ legs }) => legs.flatMap(({ toOrderId }) => toOrderId ?? []))));
    return rows
      .filter(({ orderId }) => chosen === undefined || visited.has(orderId))
      .map(
        (row): Pin => ({
          id: String(row.orderId),
          latitude: row.latitude,
          longitude: row.longitude,
          label: `${clockTime(row.session.startTime)} ${row.farmer.fullName}: ${row.proposed.map(shortName).join(', ') || words.noCrew}`,
          state: row.proposed.length === 0 ? 'pending' : 'assigned',
        }),
      );
  }, [rows, shown, chosen, words, shortName]);
  const nameOf = (orderId: number) => rows.find((row) => row.orderId === orderId)?.farmer.fullName ?? String(orderId);
  return (
    <div className={styles.ways}>
      <FieldMap pins={pins} lines={lines} height={isPhone ? 320 : 620} label={words.mapLabel} />
      <ul className={styles.wayList}>
        {routes.map(({ sprayer, jobs, metres, blocks }) => (
          <li key={sprayer.id}>
            <button
              type="button"
              className={styles.way}
              aria-pressed={chosen === sprayer.id}
              onClick={() => setChosen(chosen === sprayer.id ? undefined : sprayer.id)}
            >
              <span className={styles.swatch} style={{ background: colors.get(sprayer.id) }} aria-hidden />
              <span className={styles.wayName}>{shortName(sprayer)}</span>
              <span className={styles.note}>
                {words.jobs(jobs)}, {km(metres)}
              </span>
            </button>
            {chosen === sprayer.id ? (
              <ol className={styles.legs}>
                {blocks.flatMap(({ legs }) =>
                  legs.map((leg) => (
                    <li key={`${leg.departs} ${leg.toOrderId}`}>
                      {leg.departs}–{leg.arrives} {leg.toOrderId === null ? words.toBase : nameOf(leg.toOrderId)} ({km(leg.metres)})
                    </li>
                  )),
                )}
              </ol>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
