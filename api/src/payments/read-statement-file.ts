import { AppError } from '../errors.ts';
import { type FileCell, readTableFile } from '../platform/tables/read-table-file.ts';

export const statementLimits = { bytes: 2_000_000, unpackedBytes: 16_000_000, rows: 5000, columns: 60 };

/** The rows of a bank statement, CSV or XLSX. */
export const readStatementFile = (file: Buffer): Promise<FileCell[][]> =>
  readTableFile(file, {
    ...statementLimits,
    unreadable: (text) => new AppError('STATEMENT_UNREADABLE', text),
    tooLarge,
  });

export const tooLarge = (): AppError =>
  new AppError(
    'STATEMENT_TOO_LARGE',
    `A statement may have ${statementLimits.rows} rows and ${statementLimits.columns} columns. Please choose a shorter period.`,
  );
