import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface BankAccount {
  bankBin: string;
  accountNumber: string;
  accountHolder: string;
}

/** The account of the demo data. No bank issues this number, so no money can be sent to it. */
export const sampleBankAccount: BankAccount = {
  bankBin: '970436',
  accountNumber: '0000000000',
  accountHolder: 'TAI KHOAN MAU, KHONG CHUYEN TIEN',
};

const findStatement = statement('find_bank_account', 'select bank_bin, account_number, account_holder from bank_account');

/** The company's account; undefined: transfers are not offered. */
export async function findBankAccount(db: Db): Promise<BankAccount | undefined> {
  const [row] = await db.rows(findStatement);
  if (row === undefined) return undefined;
  const [bankBin, accountNumber, accountHolder] = row as [string, string, string];
  return { bankBin, accountNumber, accountHolder };
}

const saveStatement = statement(
  'save_bank_account',
  `insert into bank_account (bank_bin, account_number, account_holder) values ($1, $2, $3)
   on conflict (is_only) do update set bank_bin = $1, account_number = $2, account_holder = $3`,
);

export async function saveBankAccount(tx: Tx, { bankBin, accountNumber, accountHolder }: BankAccount): Promise<void> {
  await tx.rows(saveStatement, [bankBin, accountNumber, accountHolder]);
}

const deleteStatement = statement('delete_bank_account', 'delete from bank_account');

export async function deleteBankAccount(tx: Tx): Promise<void> {
  await tx.rows(deleteStatement);
}
