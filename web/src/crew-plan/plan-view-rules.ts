import type { Shape } from '../api/client.ts';
import type { PlanRoute, PlanRow } from './crew-plan-queries.ts';

type Person = Shape<'CrewPlanPerson'>;

export interface SessionRows {
  session: Shape<'Session'>;
  rows: PlanRow[];
}

const startOf = ({ startTime: { hour, minute } }: Shape<'Session'>): number => hour * 60 + minute;

/** Rows by session, in the order of the day. */
export function bySession(rows: readonly PlanRow[], onlyChanges: boolean): SessionRows[] {
  const groups = new Map<number, SessionRows>();
  for (const row of rows) {
    if (onlyChanges && !row.isChanged && row.outcome !== 'left_out' && row.proposed.length > 0) continue;
    const group = groups.get(row.session.id) ?? { session: row.session, rows: [] };
    group.rows.push(row);
    groups.set(row.session.id, group);
  }
  return [...groups.values()].sort((a, b) => startOf(a.session) - startOf(b.session));
}

export interface CrewDifference {
  kept: Person[];
  added: Person[];
  removed: Person[];
}

export function differenceOf({ present, proposed }: Pick<PlanRow, 'present' | 'proposed'>): CrewDifference {
  const has = (crew: readonly Person[], { id }: Person) => crew.some((member) => member.id === id);
  return {
    kept: proposed.filter((member) => has(present, member)),
    added: proposed.filter((member) => !has(present, member)),
    removed: present.filter((member) => !has(proposed, member)),
  };
}

/** The order that an arrow key leads to: up and down within a session, left and right to the same line of the next one. */
export function neighbour(groups: readonly SessionRows[], orderId: number, key: string): number | undefined {
  const column = groups.findIndex(({ rows }) => rows.some((row) => row.orderId === orderId));
  const line = groups[column]?.rows.findIndex((row) => row.orderId === orderId) ?? -1;
  if (column === -1 || line === -1) return undefined;
  if (key === 'ArrowUp' || key === 'ArrowDown') return groups[column]?.rows[line + (key === 'ArrowUp' ? -1 : 1)]?.orderId;
  const next = groups[column + (key === 'ArrowLeft' ? -1 : 1)]?.rows;
  return next?.[Math.min(line, next.length - 1)]?.orderId;
}

export interface RouteLine {
  sprayerId: number;
  points: { latitude: number; longitude: number }[];
}

/** The way of each sprayer, block by block, from the base through the fields and back. */
export function linesOf(routes: readonly PlanRoute[], rows: readonly PlanRow[]): RouteLine[] {
  const places = new Map(rows.map(({ orderId, latitude, longitude }) => [orderId, { latitude, longitude }]));
  return routes.map(({ sprayer, base, blocks }) => ({
    sprayerId: sprayer.id,
    points: blocks.flatMap(({ legs }) => [
      base,
      ...legs.map(({ toOrderId }) => (toOrderId === null ? base : (places.get(toOrderId) ?? base))),
    ]),
  }));
}
