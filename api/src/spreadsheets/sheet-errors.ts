import { AppError } from '../errors.ts';
import { sheetLimits } from './sheet-limits.ts';

/** A file that cannot be read, with the reason. */
export const unreadable = (reason: string): AppError => new AppError('SHEET_UNREADABLE', reason);

export const tooLarge = (): AppError =>
  new AppError(
    'SHEET_TOO_LARGE',
    `A file may have ${sheetLimits.rows.toLocaleString('en')} rows and ${sheetLimits.columns} columns. Please divide it.`,
  );
