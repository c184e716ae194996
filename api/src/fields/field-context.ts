import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';

/** What the routes of fields need. */
export interface FieldDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}
