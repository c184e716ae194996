import { randomUUID } from 'node:crypto';
import { farmerAddress, greetingName } from '../accounts/address-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError, noMailServer } from '../errors.ts';
import { type OrderSnapshot, readOrderSnapshot } from '../orders/event-store.ts';
import type { Actor } from '../orders/order.ts';
import { getBill } from '../payments/issue-bill.ts';
import { type Database, withinTransaction } from '../platform/postgres/database.ts';
import { formatOrder } from './format-order.ts';
import { mailText } from './mail-text.ts';
import type { Language, Message } from './messages.ts';
import { type Person, readPeople } from './notification-store.ts';
import { type MessageContext, sendMessages } from './send-messages.ts';

const texts: Record<Language, (number: string, cost: string, reader: string) => Message> = {
  en: (number, cost) => ({
    subject: `Invoice ${number}: ${cost}`,
    text: `Invoice ${number} for your spray, ${cost}, is attached as a PDF.`,
  }),
  vi: (number, cost, reader) => ({
    subject: `Hóa đơn ${number}: ${cost}`,
    text: `Gửi ${reader} hóa đơn ${number} cho lần phun, ${cost}. Hóa đơn PDF kèm theo email này.`,
  }),
};

/** For a farmer without an e-mail address. */
const notices: Record<Language, (number: string, cost: string) => string> = {
  en: (number, cost) => `Invoice ${number} for your spray: ${cost}. You can open it in the app.`,
  vi: (number, cost) => `Hóa đơn ${number} cho lần phun: ${cost}. Xem hóa đơn trong ứng dụng.`,
};

export interface InvoiceMailed {
  number: string;
  mailedTo: string;
}

export interface InvoiceMailContext {
  database: Database;
  catalog: Catalog;
  messages: MessageContext;
  hasMailServer: boolean;
}

/**
 * Queues a mail with the invoice to the farmer, in their language; without an address or a mail server a notice by another channel. The PDF is drawn when
 * the mail is sent.
 */
export function mailInvoice(
  { database, catalog, messages, hasMailServer }: InvoiceMailContext,
  actor: Actor,
  orderId: string,
  now: Date,
): Promise<InvoiceMailed> {
  return database.transaction(async (tx) => {
    const scoped = withinTransaction(database, tx);
    const bill = await getBill({ database: scoped, catalog, now }, 'invoice', actor, orderId);
    const order = (await readOrderSnapshot(tx, orderId)) as OrderSnapshot;
    const people = await readPeople(tx, [order.farmerId, ...order.crewIds]);
    const person = people.get(order.farmerId) as Person;
    const farmer = hasMailServer ? person : { ...person, mailTo: null };
    const { mailTo, language, name, form } = farmer;
    const { company, crops, sessions } = await catalog.facts();
    const { startTime = '', endTime = '' } = sessions.get(order.sessionId) ?? {};
    const { date, area, areaUnit, cost, location: place } = order;
    const formatted = formatOrder(language, { date, startTime, crop: crops.get(order.cropId)?.name ?? '', area, areaUnit, cost }, company);
    const message = texts[language](bill.number, formatted.cost, farmerAddress(name, form));
    const crew = order.crewIds.map((id) => people.get(id)?.name).join(language === 'vi' ? ' và ' : ' and ');
    const attached = { kind: bill.kind, number: bill.number };
    const facts = { orderId, date, startTime, endTime, place, crew, company: company.name, bill: attached, ...formatted };
    const text = mailText(language, greetingName(language, name, form), message, facts);
    const draft = {
      recipient: farmer,
      // Each request is a message of its own.
      key: `invoice:${bill.id}:${randomUUID()}`,
      type: 'invoice',
      orderId,
      isUrgent: false,
      at: now.toISOString(),
      subject: message.subject,
      text: notices[language](bill.number, formatted.cost),
      mail: text,
      bill: { id: bill.id, language },
      values: { order: orderId, place, crew, ...formatted, link: `${messages.publicUrl}/orders/${orderId}` },
    } as const;
    if ((await sendMessages(tx, [draft], messages, company, now)) === 0) {
      if (person.mailTo !== null && !hasMailServer) throw noMailServer('Print the invoice instead.');
      throw new AppError('CANNOT_SEND_MAIL', 'No channel reaches the farmer. Print the invoice instead.');
    }
    return { number: bill.number, mailedTo: mailTo ?? (farmer.phone === '' ? name : farmer.phone) };
  });
}
