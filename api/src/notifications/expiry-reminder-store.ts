import { reminderDays } from '../equipment/licence-rules.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** A licence or the registration of a drone that expires soon. */
export interface Expiring {
  kind: 'licence' | 'drone';
  id: string;
  /** Number of the licence, or registration. */
  number: string;
  /** Name of the sprayer, or model of the drone. */
  name: string;
  /** null: a drone. */
  sprayerId: string | null;
  validUntil: string;
}

const longest = Math.max(...reminderDays);

const expiringStatement = statement(
  'expiring_equipment',
  `select 'licence', l.id, l.number, u.full_name, u.id, to_char(l.valid_until, 'YYYY-MM-DD')
     from licence l join app_user u on u.id = l.sprayer_id and u.active
    where l.retired_at is null and l.valid_until between $1::date and $1::date + ${longest}
   union all
   select 'drone', d.id, d.registration, d.model, null, to_char(d.valid_until, 'YYYY-MM-DD')
     from drone d where d.active and d.valid_until between $1::date and $1::date + ${longest}`,
);

export async function listExpiring(db: Db, today: string): Promise<Expiring[]> {
  return (await db.rows(expiringStatement, [today])).map(([kind, id, number, name, sprayerId, validUntil]) => ({
    kind: kind as Expiring['kind'],
    id: String(id),
    number: String(number),
    name: String(name),
    sprayerId: sprayerId == null ? null : String(sprayerId),
    validUntil: String(validUntil),
  }));
}

const claimStatement = statement(
  'claim_expiry_reminder',
  `insert into expiry_reminder (subject_type, subject_id, valid_until, days_before, sent_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning 1`,
);

/** False: this reminder has been sent. Waits for a process that is sending it now. */
export async function claimReminder(tx: Tx, { kind, id, validUntil }: Expiring, days: number, now: Date): Promise<boolean> {
  return (await tx.rows(claimStatement, [kind, id, validUntil, days, now.toISOString()])).length > 0;
}

const officeStatement = statement(
  'active_office',
  "select id from app_user where role in ('receptionist', 'admin') and active order by id",
);

export async function listOffice(db: Db): Promise<string[]> {
  return (await db.rows(officeStatement)).map(([id]) => String(id));
}
