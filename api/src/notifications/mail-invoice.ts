import { farmerAddress, greetingName } from '../accounts/address-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { type OrderSnapshot, readOrderSnapshot } from '../orders/event-store.ts';
import type { Actor } from '../orders/order.ts';
import { getBill } from '../payments/issue-bill.ts';
import { type Database, withinTransaction } from '../platform/postgres/database.ts';
import { formatOrder } from './format-order.ts';
import { insertMails } from './mail-store.ts';
import { mailText } from './mail-text.ts';
import type { Language, Message } from './messages.ts';
import { type Person, readPeople } from './notification-store.ts';

const messages: Record<Language, (number: string, cost: string, reader: string) => Message> = {
  en: (number, cost) => ({
    subject: `Invoice ${number}: ${cost}`,
    text: `Invoice ${number} for your spray, ${cost}, is attached as a PDF.`,
  }),
  vi: (number, cost, reader) => ({
    subject: `Hóa đơn ${number}: ${cost}`,
    text: `Gửi ${reader} hóa đơn ${number} cho lần phun, ${cost}. Hóa đơn PDF kèm theo email này.`,
  }),
};

export interface InvoiceMailed {
  number: string;
  mailedTo: string;
}

/** Queues a mail with the invoice to the farmer, in their language. The PDF is drawn when the mail is sent. */
export function mailInvoice(database: Database, catalog: Catalog, actor: Actor, orderId: string, now: Date): Promise<InvoiceMailed> {
  return database.transaction(async (tx) => {
    const scoped = withinTransaction(database, tx);
    const bill = await getBill({ database: scoped, catalog, now }, 'invoice', actor, orderId);
    const order = (await readOrderSnapshot(tx, orderId)) as OrderSnapshot;
    const people = await readPeople(tx, [order.farmerId, ...order.crewIds]);
    const { mailTo, language, name, form } = people.get(order.farmerId) as Person;
    if (mailTo === null)
      throw new AppError('CANNOT_SEND_MAIL', 'The farmer has no e-mail address, or has turned off e-mails. Print the invoice instead.');
    const { company, crops, sessions } = await catalog.facts();
    const { startTime = '', endTime = '' } = sessions.get(order.sessionId) ?? {};
    const { date, area, cost, location: place } = order;
    const formatted = formatOrder(language, { date, startTime, crop: crops.get(order.cropId)?.name ?? '', area, cost }, company);
    const message = messages[language](bill.number, formatted.cost, farmerAddress(name, form));
    const crew = order.crewIds.map((id) => people.get(id)?.name).join(language === 'vi' ? ' và ' : ' and ');
    const attached = { kind: bill.kind, number: bill.number };
    const facts = { orderId, date, startTime, endTime, place, crew, company: company.name, bill: attached, ...formatted };
    const text = mailText(language, greetingName(language, name, form), message, facts);
    await insertMails(tx, [{ to: mailTo, subject: message.subject, text, at: now.toISOString(), bill: { id: bill.id, language } }]);
    return { number: bill.number, mailedTo: mailTo };
  });
}
