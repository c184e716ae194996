import { sampleBankAccount } from '../payments/bank-account-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { SetupFacts } from './setup-rules.ts';

const audited = (...actions: string[]) =>
  actions.map((action) => `exists (select 1 from audit_entry where action = '${action}')`).join(' or ');

const factsStatement = statement(
  'setup_facts',
  `select k.name, k.area_unit,
          exists (select 1 from company_logo),
          exists (select 1 from map_area),
          ${audited('crop_create', 'crop_update')},
          ${audited('session_create', 'session_update')},
          exists (select 1 from app_user where role = 'receptionist' and active),
          exists (select 1 from app_user where role = 'sprayer' and active),
          exists (select 1 from bank_account where account_number <> '${sampleBankAccount.accountNumber}'),
          (select coalesce(string_agg(step, ','), '') from setup_skip)
     from company k`,
);

export type StoredSetupFacts = Omit<SetupFacts, 'hasCardPayments' | 'hasMailServer'>;

export async function readSetupFacts(db: Db): Promise<StoredSetupFacts> {
  const [row = []] = await db.rows(factsStatement);
  const [name, areaUnit, ...rest] = row;
  const [hasLogo, hasArea, hasChangedPrices, hasChangedSessions, hasReceptionist, hasSprayer, hasBankAccount] = rest.map(
    (value) => value === 't',
  );
  return {
    companyName: String(name),
    areaUnit: String(areaUnit),
    hasLogo: hasLogo === true,
    hasArea: hasArea === true,
    hasChangedPrices: hasChangedPrices === true,
    hasChangedSessions: hasChangedSessions === true,
    hasReceptionist: hasReceptionist === true,
    hasSprayer: hasSprayer === true,
    hasBankAccount: hasBankAccount === true,
    skipped: new Set(String(row.at(-1)).split(',')),
  };
}

const skipStatement = statement('skip_setup_step', 'insert into setup_skip (step, skipped_at) values ($1, $2) on conflict do nothing');
const unskipStatement = statement('unskip_setup_step', 'delete from setup_skip where step = $1');

export async function saveSkip(tx: Tx, step: string, isSkipped: boolean, now: Date): Promise<void> {
  if (isSkipped) await tx.rows(skipStatement, [step, now.toISOString()]);
  else await tx.rows(unskipStatement, [step]);
}
