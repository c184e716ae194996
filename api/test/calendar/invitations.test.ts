import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mail, toMessage } from '../../src/notifications/mail.ts';
import { waitForOutbox } from '../arrange.ts';
import { type Caller, call, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { eventsIn } from './read-events.ts';
import { strictLines } from './strict-lines.ts';

let service: Service;
const sent = new SentMails();
let office: Caller;

beforeAll(async () => {
  service = await startService({ mailer: sent });
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const mailsTo = ({ email }: Caller): Mail[] => sent.to(email);
const methodOf = (calendar: string): string | undefined => strictLines(calendar).find(({ name }) => name === 'METHOD')?.value;

test('when an order is placed, confirmed, assigned, moved and cancelled, then the mails of farmer and crew have the same event', async () => {
  const [farmer, sprayer] = [await signedIn(service, 'farmer'), await signedIn(service, 'sprayer')];
  const { id } = await placed(farmer, { date: '2026-11-25' });
  await waitForOutbox(service);
  await farmer.post(`/api/farmer/order/${id}/confirm`);
  await office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
  await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-11-26', session: { id: 2 } });
  await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Rain' });
  await waitForOutbox(service);
  await eventually(async () => {
    expect(mailsTo(farmer)).toHaveLength(5);
    expect(mailsTo(sprayer)).toHaveLength(3);
  });
  const calendarsTo = (person: Caller) =>
    mailsTo(person)
      .map(({ calendar = '' }) => ({ method: methodOf(calendar), event: eventsIn(calendar)[0] }))
      .sort((a, b) => (a.event?.sequence ?? 0) - (b.event?.sequence ?? 0));
  const [farmers, crews] = [calendarsTo(farmer), calendarsTo(sprayer)];
  expect(farmers.map(({ method, event }) => [method, event?.status])).toEqual([
    ['REQUEST', 'TENTATIVE'],
    ['REQUEST', 'CONFIRMED'],
    ['REQUEST', 'CONFIRMED'],
    ['REQUEST', 'CONFIRMED'],
    ['CANCEL', 'CANCELLED'],
  ]);
  expect(crews.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
  const sequences = farmers.map(({ event }) => event?.sequence);
  expect(new Set(sequences).size).toBe(5);
  expect(crews.map(({ event }) => event?.sequence)).toEqual(sequences.slice(2));
  expect(farmers[3]?.event?.start).toBe('2026-11-25T22:00:00.000Z');

  const { url } = (await farmer.post('/api/common/calendar-feed')).body;
  const [shown] = eventsIn((await call(service, 'GET', new URL(url).pathname)).text);
  expect(new Set([...farmers, ...crews].map(({ event }) => event?.uid))).toEqual(new Set([shown?.uid]));
  expect(shown?.sequence).toBe(sequences.at(-1));
});

test('when a mail has an invitation, then its message has it as text/calendar with the method, once as an alternative and once as a file', async () => {
  const farmer = await signedIn(service, 'farmer');
  await placed(farmer, { date: '2026-11-27' });
  const mail = await eventually(async () => {
    const [found] = mailsTo(farmer);
    if (found === undefined) throw new Error('no mail yet');
    return found;
  });
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(toMessage(mail, 'Swath <swath@localhost>'));
  expect(String(message)).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
  const { attachments } = await PostalMime.parse(message as Buffer);
  const calendars = attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType));
  expect(calendars.length).toBeGreaterThan(0);
  expect(
    strictLines(mail.calendar ?? '')
      .find(({ name }) => name === 'ATTENDEE')
      ?.value.toLowerCase(),
  ).toBe(`mailto:${farmer.email}`);
});
