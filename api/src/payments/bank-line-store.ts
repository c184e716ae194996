import { createHash } from 'node:crypto';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { StatementLine } from './statement-rules.ts';

export type BankLine = Omit<StatementLine, 'row'>;

/** Identifies a line without a transaction number. Spaces, case and punctuation of the text are ignored. */
export const contentHash = ({ date, amount, memo }: BankLine): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([date, Number(amount), memo.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')]))
    .digest();

const usedStatement = statement(
  'used_bank_lines',
  `select transaction_number, encode(content_hash, 'hex') from bank_line where transaction_number = any($1::text[]) or content_hash = any($2::bytea[])`,
);

/** Finds lines that have already paid an order. */
export async function findUsedLines(db: Db, lines: readonly BankLine[]): Promise<(line: BankLine) => boolean> {
  const numbers = lines.flatMap(({ number }) => number ?? []);
  const hashes = lines.map((line) => `\\x${contentHash(line).toString('hex')}`);
  const rows = await db.rows(usedStatement, [numbers, hashes]);
  const used = new Set(rows.flatMap(([number, hash]) => [`number ${number}`, `content ${hash}`]));
  return (line) => used.has(`content ${contentHash(line).toString('hex')}`) || (line.number !== null && used.has(`number ${line.number}`));
}

// The line was entered in the transaction of its ledger entry, at the same time.
const releaseStatement = statement(
  'release_bank_line',
  "delete from bank_line l using payment p where p.id = $1 and p.method = 'transfer' and l.order_id = p.order_id and l.at = p.at",
);

/** Makes the bank line of a corrected payment free: it may have belonged to another order. */
export async function releaseBankLine(tx: Tx, paymentId: string): Promise<void> {
  await tx.rows(releaseStatement, [paymentId]);
}

const insertStatement = statement(
  'insert_bank_line',
  `insert into bank_line (order_id, transaction_number, content_hash, booked_on, amount, memo, confirmed_by, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
);

/** False: the line has already paid an order. */
export async function insertBankLine(tx: Tx, orderId: string, line: BankLine, actorId: string, now: Date): Promise<boolean> {
  const { number, date, amount, memo } = line;
  const rows = await tx.rows(insertStatement, [orderId, number, contentHash(line), date, amount, memo, actorId, now.toISOString()]);
  return rows.length > 0;
}
