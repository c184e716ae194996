import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** Degrees. */
export interface MapArea {
  west: number;
  south: number;
  east: number;
  north: number;
}

const findStatement = statement('find_map_area', 'select west, south, east, north from map_area');

/** undefined: the company has set none. */
export async function findMapArea(db: Db): Promise<MapArea | undefined> {
  const [row] = await db.rows(findStatement);
  if (row === undefined) return undefined;
  const [west, south, east, north] = row.map(Number) as [number, number, number, number];
  return { west, south, east, north };
}

const lockStatement = statement('lock_map_area', 'lock table map_area in share row exclusive mode');

/** One change at a time, also while there is no row to lock. */
export async function lockMapArea(tx: Tx): Promise<MapArea | undefined> {
  await tx.rows(lockStatement);
  return findMapArea(tx);
}

const saveStatement = statement(
  'save_map_area',
  `insert into map_area (west, south, east, north) values ($1, $2, $3, $4)
   on conflict (is_only) do update set west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north`,
);
const deleteStatement = statement('delete_map_area', 'delete from map_area');

export async function saveMapArea(tx: Tx, area: MapArea | null): Promise<void> {
  if (area === null) await tx.rows(deleteStatement);
  else await tx.rows(saveStatement, [area.west, area.south, area.east, area.north]);
}
