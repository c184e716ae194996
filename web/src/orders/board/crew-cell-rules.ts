import type { Shape } from '../../api/client.ts';
import type { Absence } from '../../dispatch/absence-queries.ts';

type Order = Shape<'Order'>;
type Session = Shape<'Session'>;

/** A cell of a sprayer's row: one session, or several side by side in which the sprayer is absent. */
export interface CrewCell {
  sessions: [Session, ...Session[]];
  orders: Order[];
  absences: Absence[];
}

/** The cells of a row. Sessions side by side without orders are one cell if they have the same absences. */
export function crewCells(sessions: readonly Session[], orders: readonly Order[], absentIn: (sessionId: number) => Absence[]): CrewCell[] {
  const cells: CrewCell[] = [];
  for (const session of sessions) {
    const cell: CrewCell = {
      sessions: [session],
      orders: orders.filter((order) => order.session.id === session.id),
      absences: absentIn(session.id),
    };
    const last = cells.at(-1);
    if (last !== undefined && canMerge(last, cell)) last.sessions.push(session);
    else cells.push(cell);
  }
  return cells;
}

const canMerge = (one: CrewCell, other: CrewCell): boolean =>
  one.orders.length + other.orders.length === 0 && one.absences.length > 0 && idsOf(one) === idsOf(other);

const idsOf = ({ absences }: CrewCell): string => absences.map(({ id }) => id).join();

/** An order is assigned to a sprayer who has no order at that time and is not absent. */
export const isTargetOf = ({ sessions: [session], orders, absences }: CrewCell, sessionId: number): boolean =>
  session.id === sessionId && orders.length === 0 && absences.length === 0;
