import type { Company } from '../catalog/catalog-store.ts';
import { AppError } from '../errors.ts';
import type { Db } from '../platform/postgres/database.ts';
import type { Place } from './place.ts';
import { readSessionArea, type SessionArea } from './session-area-store.ts';

/** AREA_TOO_LARGE includes the remaining area; 0: none. */
export const areaTooLarge = ({ date }: Place, { areaLeft }: SessionArea, { areaUnit }: Pick<Company, 'areaUnit'>): AppError =>
  new AppError(
    'AREA_TOO_LARGE',
    areaLeft === '0'
      ? `No more area can be sprayed in this session on ${date}. Please choose another session or date, or ask the office.`
      : `At most ${areaLeft} ${areaUnit} can still be sprayed in this session on ${date}. Please choose another time, or ask the office.`,
    { errors: [{ path: 'area', message: `must be at most ${areaLeft}` }] },
  );

/** The error for an area that does not fit into a session; undefined: it fits, or the session has no places anyway. */
export async function findAreaError(db: Db, place: Place, area: string, company: Pick<Company, 'areaUnit'>): Promise<AppError | undefined> {
  const left = await readSessionArea(db, place, area);
  return left === undefined || left.hasRoom || left.isFull ? undefined : areaTooLarge(place, left, company);
}
