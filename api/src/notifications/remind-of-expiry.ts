import { greetingName } from '../accounts/address-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { dueReminder } from '../equipment/licence-rules.ts';
import type { Database } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { claimReminder, type Expiring, listExpiring, listOffice } from './expiry-reminder-store.ts';
import type { Language } from './messages.ts';
import { readPeople } from './notification-store.ts';
import { type MessageContext, type MessageDraft, onlyMail, sendMessages } from './send-messages.ts';

const words = {
  en: {
    licence: ({ number, name }: Expiring, date: string) => `The licence ${number} of ${name} is valid until ${date}.`,
    drone: ({ number, name }: Expiring, date: string) => `The registration ${number} of the drone ${name} is valid until ${date}.`,
    subject: ({ number }: Expiring, date: string) => `${number} is valid until ${date}`,
    hello: (name: string) => `Hello ${name},`,
    what: 'Please renew it in time. An admin enters the new date under Company, Licences and drones.',
    day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  },
  vi: {
    licence: ({ number, name }: Expiring, date: string) => `Chứng chỉ ${number} của ${name} có hạn đến ${date}.`,
    drone: ({ number, name }: Expiring, date: string) => `Đăng ký ${number} của máy bay ${name} có hạn đến ${date}.`,
    subject: ({ number }: Expiring, date: string) => `${number} có hạn đến ${date}`,
    hello: (name: string) => `Chào ${name},`,
    what: 'Hãy gia hạn kịp thời. Quản trị nhập ngày mới ở mục Công ty, Chứng chỉ và máy bay.',
    day: new Intl.DateTimeFormat('vi-VN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  },
} as const satisfies Record<Language, object>;

/**
 * Sends the sprayer and the office a message before a licence or a registration expires, once for each period. Several processes can run
 * it at the same time. Answers with the number of messages.
 */
export async function remindOfExpiry(
  database: Database,
  catalog: Catalog,
  now: Date,
  messages: MessageContext = onlyMail,
): Promise<number> {
  const { company } = await catalog.facts();
  const today = wallTime(now, company.timeZone).date;
  let sent = 0;
  for (const expiring of await listExpiring(database.read, today)) {
    const days = dueReminder(expiring.validUntil, today);
    if (days === undefined) continue;
    sent += await database.transaction(async (tx) => {
      if (!(await claimReminder(tx, expiring, days, now))) return 0;
      const office = await listOffice(tx);
      const people = await readPeople(tx, [...new Set([...(expiring.sprayerId === null ? [] : [expiring.sprayerId]), ...office])]);
      const drafts = [...people.values()].map((recipient): MessageDraft => {
        const { language, name, form } = recipient;
        const own = words[language];
        const date = own.day.format(new Date(`${expiring.validUntil}T00:00:00Z`));
        const text = own[expiring.kind](expiring, date);
        return {
          recipient,
          key: `expiry:${expiring.kind}:${expiring.id}:${expiring.validUntil}:${days}:${recipient.id}`,
          type: 'expiry_reminder',
          orderId: null,
          isUrgent: false,
          at: now.toISOString(),
          subject: own.subject(expiring, date),
          text,
          mail: [own.hello(greetingName(language, name, form)), '', text, own.what, '', company.name, ''].join('\n'),
          values: {},
        };
      });
      return sendMessages(tx, drafts, messages, company, now);
    });
  }
  return sent;
}
