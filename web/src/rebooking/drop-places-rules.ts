import type { Shape } from '../api/client.ts';

type Session = Shape<'Session'>;

/** Key of the field for "no new place". */
export const noPlaceCell = 'none';

/** Key of a place; undefined: the order has no new one. */
export const cellOfPlace = (place: { date: string; session: Pick<Session, 'id'> } | null): string | undefined =>
  place === null ? undefined : `${place.date}/${place.session.id}`;

/** The change of a row that is dropped on a cell; undefined: it is no place. */
export function changeOf(cell: string): Shape<'RebookingRowChange'> | undefined {
  if (cell === noPlaceCell) return { noPlace: true };
  const [, date, id] = /^(\d{4}-\d\d-\d\d)\/(\d+)$/.exec(cell) ?? [];
  return date === undefined ? undefined : { date, session: { id: Number(id) } };
}

interface Choice {
  date: string;
  session: Session;
}

const minutesOf = ({ startTime: { hour, minute } }: Session): number => hour * 60 + minute;

/** The choices of an order as a table: dates, sessions by time, and each choice by its key. */
export function placeTable<C extends Choice>(choices: readonly C[]): { dates: string[]; sessions: Session[]; at: Map<string, C> } {
  const sessions = new Map(choices.map(({ session }) => [session.id, session]));
  return {
    dates: [...new Set(choices.map(({ date }) => date))].sort(),
    sessions: [...sessions.values()].sort((a, b) => minutesOf(a) - minutesOf(b)),
    at: new Map(choices.map((choice) => [cellOfPlace(choice) ?? '', choice])),
  };
}
