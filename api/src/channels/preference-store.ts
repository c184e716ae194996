import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Channel } from './channel.ts';

export interface StoredPreference {
  /** Null: the order of the company. */
  channels: Channel[] | null;
  wantsPlainSms: boolean;
  wantsMail: boolean;
  hasMail: boolean;
  hasPhone: boolean;
  /** Whether a device is at a known push service. */
  hasPush: boolean;
  hasDevice: boolean;
  hasOptedOut: boolean;
}

const readStatement = statement(
  'read_channel_preference',
  `select array_to_string(p.channels, ','), coalesce(p.plain_sms, false), u.mail_notifications, u.email is not null, u.phone_key is not null and u.phone_confirmed,
          exists (select 1 from push_subscription s where s.user_id = u.id and s.endpoint ~ any($2::text[])),
          exists (select 1 from push_subscription s where s.user_id = u.id), exists (select 1 from sms_opt_out o where o.phone_key = u.phone_key),
          p.user_id is not null
     from app_user u left join channel_preference p on p.user_id = u.id where u.id = $1`,
);

/** `pushPatterns`: regular expressions of the addresses at known push services. */
export async function readPreference(db: Db, userId: string, pushPatterns: readonly string[]): Promise<StoredPreference> {
  const [list, plain, mail, hasMail, hasPhone, hasPush, hasDevice, optedOut, isOwn] =
    (await db.rows(readStatement, [userId, pushPatterns]))[0] ?? [];
  const own = String(list ?? '')
    .split(',')
    .filter((channel) => channel !== '') as Channel[];
  return {
    channels: isOwn === 't' ? own : null,
    wantsPlainSms: plain === 't',
    wantsMail: mail === 't',
    hasMail: hasMail === 't',
    hasPhone: hasPhone === 't',
    hasPush: hasPush === 't',
    hasDevice: hasDevice === 't',
    hasOptedOut: optedOut === 't',
  };
}

const saveStatement = statement(
  'save_channel_preference',
  `with mail as (update app_user set mail_notifications = $4 where id = $1 and mail_notifications <> $4)
   insert into channel_preference (user_id, channels, plain_sms) values ($1, $2::text[], $3)
   on conflict (user_id) do update set channels = excluded.channels, plain_sms = excluded.plain_sms`,
);

/** `channels`: in order, without those that are turned off. */
export async function savePreference(
  db: Db | Tx,
  userId: string,
  { channels, wantsPlainSms, wantsMail }: { channels: readonly Channel[]; wantsPlainSms: boolean; wantsMail: boolean },
): Promise<void> {
  await db.rows(saveStatement, [userId, channels, wantsPlainSms, wantsMail]);
}
