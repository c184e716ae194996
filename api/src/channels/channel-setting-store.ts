import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Channel } from './channel.ts';

/** Defaults of the company. Money is exact decimal text. */
export interface ChannelSetting {
  channels: Channel[];
  /** HH:mm */
  quietFrom: string;
  quietTo: string;
  smsPrice: string;
  zaloPrice: string;
  smsBudget: string;
  codeBudget: string;
}

const columns = `array_to_string(channels, ','), to_char(quiet_from, 'HH24:MI'), to_char(quiet_to, 'HH24:MI'),
  trim_scale(sms_price), trim_scale(sms_budget), trim_scale(code_budget), trim_scale(zalo_price)`;

const readStatement = statement('read_channel_setting', `select ${columns} from channel_setting`, { short: true });
const lockStatement = statement('lock_channel_setting', `select ${columns} from channel_setting for no key update`);

const toSetting = ([list, quietFrom, quietTo, smsPrice, smsBudget, codeBudget, zaloPrice]: readonly (string | null)[]): ChannelSetting => ({
  channels: String(list).split(',') as Channel[],
  quietFrom: String(quietFrom),
  quietTo: String(quietTo),
  smsPrice: String(smsPrice),
  smsBudget: String(smsBudget),
  codeBudget: String(codeBudget),
  zaloPrice: String(zaloPrice),
});

export async function readChannelSetting(db: Db): Promise<ChannelSetting> {
  return toSetting((await db.rows(readStatement))[0] ?? []);
}

export async function lockChannelSetting(tx: Tx): Promise<ChannelSetting> {
  return toSetting((await tx.rows(lockStatement))[0] ?? []);
}

const saveStatement = statement(
  'save_channel_setting',
  `update channel_setting set channels = $1::text[], quiet_from = $2::time, quiet_to = $3::time, sms_price = $4, sms_budget = $5, code_budget = $6, zalo_price = $7`,
);

export async function saveChannelSetting(tx: Tx, setting: ChannelSetting): Promise<void> {
  const { channels, quietFrom, quietTo, smsPrice, smsBudget, codeBudget, zaloPrice } = setting;
  await tx.rows(saveStatement, [channels, quietFrom, quietTo, smsPrice, smsBudget, codeBudget, zaloPrice]);
}
