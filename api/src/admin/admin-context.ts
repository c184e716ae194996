import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';

/** Context of an admin's command. */
export interface AdminContext {
  database: Database;
  actorId: string;
  now: Date;
}

export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `There is no such ${what}.`);
