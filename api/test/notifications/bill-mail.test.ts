import { afterEach, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from '../../src/notifications/smtp-mailer.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { infoIn } from '../payments/pdf-info.ts';
import { expectProblem } from '../problem-shape.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let server: MailServer;
let service: Service;
let office: Caller;

beforeEach(async () => {
  server = await startMailServer();
  service = await startService({ mailer: smtpMailer(server.url, 'Swath <no-reply@swath.example>') });
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
});
afterEach(async () => {
  await service.close();
  await server.close();
});

const about = (address: string, words: string) =>
  server.taken.filter(({ to, subject }) => to?.some((entry) => entry.address === address) && subject?.includes(words));
const takeCash = (id: number) => office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 400000 });

async function onlyMail(address: string, words: string) {
  const [mail] = await eventually(async () => {
    const mails = about(address, words);
    expect(mails).toHaveLength(1);
    return mails;
  });
  const [attachment, ...others] = mail?.attachments ?? [];
  expect(others).toEqual([]);
  return { text: mail?.text ?? '', attachment, pdf: new Uint8Array((attachment?.content ?? new ArrayBuffer(0)) as ArrayBuffer) };
}

test.each([
  ['en', 'Payment received', 'Receipt', 'Attached receipt: R-2026-000001'],
  ['vi', 'Đã nhận thanh toán', 'Biên nhận thanh toán', 'Biên nhận kèm theo: R-2026-000001'],
] as const)('when a farmer who reads %s has paid, then the mail has the receipt attached', async (language, subject, title, line) => {
  const farmer = await signedIn(service, 'farmer', { language });
  const order = await placed(farmer);
  await takeCash(order.id);
  const { attachment, pdf, text } = await onlyMail(farmer.email, subject);
  expect(attachment).toMatchObject({ filename: 'receipt-R-2026-000001.pdf', mimeType: 'application/pdf', disposition: 'attachment' });
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/^%PDF-/);
  expect([infoIn(pdf, 'Title'), infoIn(pdf, 'Keywords')]).toEqual([`${title} R-2026-000001`, 'R-2026-000001']);
  expect(text).toContain(line);
  expect((await farmer.get(`/api/farmer/order/${order.id}/receipt`)).body.number).toBe('R-2026-000001');
});

test('when a mail is about a booking, then the invitation is its only attachment', async () => {
  const farmer = await signedIn(service, 'farmer');
  await placed(farmer);
  const [mail] = await eventually(async () => {
    const mails = about(farmer.email, 'Spray booked');
    expect(mails).toHaveLength(1);
    return mails;
  });
  // As an alternative of the text and as a file: some programs for mails show only one of them.
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([null, 'swath.ics']);
});

test('when the mail server accepts the mail only later, then the receipt is attached', async () => {
  server.behaviour = () => 'refuses';
  const farmer = await signedIn(service, 'farmer');
  const order = await placed(farmer);
  await takeCash(order.id);
  await eventually(async () => expect(server.offered.length).toBeGreaterThan(1));
  server.behaviour = () => 'takes';
  await eventually(async () => {
    service.clock.now = new Date(service.clock.now.getTime() + 600_000);
    expect(about(farmer.email, 'Payment received')).not.toHaveLength(0);
  });
  // The clock may have passed the lease of a mail that was being sent, which is then sent again.
  for (const { attachments } of about(farmer.email, 'Payment received'))
    expect(attachments.map(({ filename }) => filename)).toContain('receipt-R-2026-000001.pdf');
});

test('when a farmer has mails turned off, then the receipt is issued and no mail is sent', async () => {
  const farmer = await signedIn(service, 'farmer');
  await service.sql('update app_user set mail_notifications = false where id = $1', [farmer.id]);
  const order = await placed(farmer);
  await takeCash(order.id);
  await eventually(async () => expect(await service.sql('select 1 from bill where order_id = $1', [order.id])).toHaveLength(1));
  expect(await service.sql('select 1 from outgoing_mail where to_address = $1', [farmer.email])).toEqual([]);
  expectProblem(await office.post(`/api/receptionist/order/${order.id}/invoice/mail`), 409, 'CANNOT_SEND_MAIL');
  expect(await service.sql(`select 1 from bill where kind = 'invoice'`)).toEqual([]);
});

test("when the office mails the invoice fifty times with one idempotency key, then the farmer gets it once, in the farmer's language", async () => {
  const farmer = await signedIn(service, 'farmer', { language: 'vi' });
  const order = await placed(farmer);
  const path = `/api/receptionist/order/${order.id}/invoice/mail`;
  const answers = await Promise.all(Array.from({ length: 50 }, () => office.post(path, undefined, { 'idempotency-key': 'mail-it' })));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.body).toEqual({ number: 'I-2026-000001', mailedTo: farmer.email });
  const { attachment, pdf, text } = await onlyMail(farmer.email, 'Hóa đơn I-2026-000001');
  expect(attachment?.filename).toBe('invoice-I-2026-000001.pdf');
  expect(infoIn(pdf, 'Title')).toBe('Hóa đơn I-2026-000001');
  expect(text).toContain('Hóa đơn kèm theo: I-2026-000001');
  expect((await farmer.get(`/api/farmer/order/${order.id}/invoice`)).body.number).toBe('I-2026-000001');
});

test('when the order does not exist, nothing is due, or there is no address, then no invoice is mailed', async () => {
  const farmer = await signedIn(service, 'farmer');
  const mail = (id: number) => office.post(`/api/receptionist/order/${id}/invoice/mail`);
  expectProblem(await mail(9_000_000_000), 404, 'NOT_FOUND');
  const cancelled = await placed(farmer);
  await farmer.post(`/api/farmer/order/${cancelled.id}/cancel`);
  expectProblem(await mail(cancelled.id), 409, 'NOTHING_TO_PAY');
  const order = await placed(farmer);
  await service.sql('update app_user set email = null where id = $1', [farmer.id]);
  expectProblem(await mail(order.id), 409, 'CANNOT_SEND_MAIL');
  expectProblem(await farmer.post(`/api/receptionist/order/${order.id}/invoice/mail`), 403, 'FORBIDDEN');
});
