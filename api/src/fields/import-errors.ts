import { AppError } from '../errors.ts';

/** A file that cannot be imported, with the reason. */
export const unreadable = (reason: string): AppError => new AppError('FIELD_FILE_UNREADABLE', reason);
