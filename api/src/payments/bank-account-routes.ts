import { Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { invalid } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Line, Nullable, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type BankAccount, deleteBankAccount, findBankAccount, saveBankAccount } from './bank-account-store.ts';
import { banks, findBank } from './vietqr.ts';

const BankSchema = named('Bank', Exact({ bin: Type.String(), shortName: Type.String(), name: Type.String() }));
const bankExample = { bin: '970436', shortName: 'Vietcombank', name: 'Ngân hàng TMCP Ngoại Thương Việt Nam' };

const account = {
  bankBin: Type.String({
    pattern: '^\\d{6}$',
    patternHint: 'must be 6 digits',
    description: 'Bank identification number; see the list of banks.',
  }),
  accountNumber: Type.String({
    pattern: '^[0-9A-Za-z]{1,19}$',
    patternHint: 'must be 1 to 19 letters or digits',
    description: 'Without spaces.',
  }),
  accountHolder: Line(100, { description: 'In the spelling of the bank.' }),
};
const AccountBody = named('NewBankAccount', Type.Object({ account: Type.Optional(Nullable(Type.Object(account))) }));
const AccountSchema = named(
  'BankAccountSetting',
  Exact({ account: Nullable(Exact(account, { description: 'Null: bank transfers are not offered.' })) }),
);
const accountExample = { account: { bankBin: '970436', accountNumber: '0011001234567', accountHolder: 'CONG TY CANH DONG XANH' } };

/** The account that farmers transfer money to. */
export function bankAccountRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/bank/',
      operationId: 'listBanks',
      access: 'admin',
      tag: 'admin',
      summary: 'Banks that support VietQR',
      description: 'Sorted by name.',
      paging: { sortable: [] },
      response: Paged('BankPage', BankSchema),
      example: { content: [bankExample], page: pageExample },
      handle: async ({ pageable }) =>
        readPage(
          pageable,
          async () => banks.length,
          async (limit, offset) => banks.slice(offset, offset + limit).map((bank) => JSON.stringify(bank)),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/admin/bank-account',
      operationId: 'getBankAccount',
      access: 'admin',
      tag: 'admin',
      summary: 'The account for bank transfers',
      response: AccountSchema,
      example: accountExample,
      handle: async () => ({ account: (await findBankAccount(database.read)) ?? null }),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/bank-account',
      operationId: 'setBankAccount',
      access: 'admin',
      tag: 'admin',
      summary: 'Set the account for bank transfers',
      description: 'It is shown to farmers with each unpaid cash order. Without an account, or with null, transfers are not offered.',
      body: AccountBody,
      bodyExample: accountExample,
      response: AccountSchema,
      example: accountExample,
      async handle({ body, user }) {
        const given = body.account ?? undefined;
        const next: BankAccount | undefined = given && { ...given, accountHolder: given.accountHolder.trim() };
        if (next !== undefined && findBank(next.bankBin) === undefined)
          throw invalid({ path: 'account.bankBin', message: 'must be a bank of the list of banks' });
        await database.transaction(async (tx) => {
          const before = await findBankAccount(tx);
          if (next === undefined) await deleteBankAccount(tx);
          else await saveBankAccount(tx, next);
          const none = { bankBin: null, accountNumber: null, accountHolder: null };
          const changes = differences<Record<string, string | null>>({ ...(before ?? none) }, { ...(next ?? none) });
          if (changes.length > 0)
            await insertAudit(
              tx,
              { actorId: user.id, action: 'bank_account_update', subjectType: 'setting', subjectId: null, changes },
              clock(),
            );
        });
        return { account: next ?? null };
      },
    }),
  ];
}
