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
  /** Of the messages that one person causes. */
  senderBudget: string;
  codeBudget: string;
  /** Of codes to numbers that nobody has confirmed. */
  newNumberBudget: string;
}

const columns = `array_to_string(channels, ','), to_char(quiet_from, 'HH24:MI'), to_char(quiet_to, 'HH24:MI'),
  trim_scale(sms_price), trim_scale(sms_budget), trim_scale(code_budget), trim_scale(zalo_price),
  trim_scale(coalesce(sender_budget, sms_budget)), trim_scale(coalesce(new_number_budget, code_budget))`;

const readStatement = statement('read_channel_setting', `select ${columns} from channel_setting`, { short: true });
const lockStatement = statement('lock_channel_setting', `select ${columns} from channel_setting for no key update`);

const toSetting = ([list, quietFrom, quietTo, ...amounts]: readonly (string | null)[]): ChannelSetting => {
  const [smsPrice = '', smsBudget = '', codeBudget = '', zaloPrice = '', senderBudget = '', newNumberBudget = ''] = amounts.map(String);
  return {
    channels: String(list).split(',') as Channel[],
    quietFrom: String(quietFrom),
    quietTo: String(quietTo),
    ...{ smsPrice, zaloPrice, smsBudget, senderBudget, codeBudget, newNumberBudget },
  };
};

export async function readChannelSetting(db: Db): Promise<ChannelSetting> {
  return toSetting((await db.rows(readStatement))[0] ?? []);
}

export async function lockChannelSetting(tx: Tx): Promise<ChannelSetting> {
  return toSetting((await tx.rows(lockStatement))[0] ?? []);
}

const saveStatement = statement(
  'save_channel_setting',
  `update channel_setting set channels = $1::text[], quiet_from = $2::time, quiet_to = $3::time, sms_price = $4, sms_budget = $5, code_budget = $6,
          zalo_price = $7, sender_budget = $8, new_number_budget = $9`,
);

export async function saveChannelSetting(tx: Tx, setting: ChannelSetting): Promise<void> {
  const { channels, quietFrom, quietTo, smsPrice, smsBudget, codeBudget, zaloPrice, senderBudget, newNumberBudget } = setting;
  const amounts = [smsPrice, smsBudget, codeBudget, zaloPrice, senderBudget, newNumberBudget];
  await tx.rows(saveStatement, [channels, quietFrom, quietTo, ...amounts]);
}
