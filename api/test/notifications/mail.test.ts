import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderMailer } from '../../src/notifications/folder-mailer.ts';
import { mailLeaseSeconds } from '../../src/notifications/send-mails.ts';
import { smtpMailer } from '../../src/notifications/smtp-mailer.ts';
import { call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';
import { SentMails } from '../sent-mails.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let server: MailServer;
let service: Service;
const from = 'Swath <no-reply@swath.example>';

beforeEach(async () => {
  server = await startMailServer();
  service = await startService({ mailer: smtpMailer(server.url, from), timing: { mailLimit: 4000 } });
  await service.sql('update spray_session set capacity = 1000');
});
afterEach(async () => {
  await service.close();
  await server.close();
});

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};
const takenBy = (address: string) => server.taken.filter(({ to }) => to?.some((entry) => entry.address === address));

/** Sends a mail to someone else and waits for it: mails that were due before have been offered by then. */
async function otherMail(): Promise<void> {
  const other = await signedIn(service, 'farmer');
  await placed(other);
  await eventually(async () => expect(takenBy(other.email)).toHaveLength(1));
}

test('when a Vietnamese farmer books, then the mail has all the data, with both calendar dates, in Vietnamese', async () => {
  const farmer = await signedIn(service, 'farmer', { language: 'vi', fullName: 'Nguyễn Văn Lúa' });
  const { id } = await placed(farmer, { date: '2026-11-17', session: { id: 3 } });
  const [mail] = await eventually(async () => {
    expect(takenBy(farmer.email)).toHaveLength(1);
    return takenBy(farmer.email);
  });
  expect(mail?.from).toEqual({ name: 'Swath', address: 'no-reply@swath.example' });
  expect(mail?.to).toEqual([{ name: '', address: farmer.email }]);
  expect(mail?.subject).toContain('Đã đặt lịch phun');
  const [session] = await service.sql<{ start: string; end: string }>(
    `select to_char(start_time, 'HH24:MI') as start, to_char(end_time, 'HH24:MI') as end from spray_session where id = 3`,
  );
  const text = mail?.text ?? '';
  expect(text).toContain('Chào Nguyễn Văn Lúa,');
  expect(text).toMatch(/Ngày: Thứ Ba,? (ngày )?17 tháng 11,? (năm )?2026/);
  expect(text).toContain('Âm lịch: ngày 9 tháng 10 năm Bính Ngọ');
  expect(text).toContain(`Giờ: ${session?.start} đến ${session?.end}`);
  expect(text).toContain('Nơi phun: Ruộng sau đình, Long Điền A');
  expect(text).toContain('Diện tích: 12,5 công đất (1.000 m²) cây ăn trái');
  expect(text).toMatch(/Tiền công: 375\.000\s₫/);
  expect(text).toContain('Đội phun: chưa xếp đội phun');
  expect(text).toContain(`Đơn số: ${id}`);
});

test('when a crew is assigned, then farmer and crew each get a mail in their language with the names', async () => {
  const receptionist = await signedIn(service, 'receptionist', { language: 'vi' });
  const farmer = await signedIn(service, 'farmer', { language: 'en' });
  const sprayer = await signedIn(service, 'sprayer', { language: 'vi', fullName: 'Lê Văn Bay' });
  const { id } = await placed(farmer, { confirmed: true });
  await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
  await eventually(async () => expect([takenBy(farmer.email).length, takenBy(sprayer.email).length]).toEqual([2, 1]));
  const farmers = takenBy(farmer.email).find(({ subject }) => subject === 'Lê Văn Bay will come');
  expect(farmers?.text).toContain('Lunar date: day 9 of month 10, year Bính Ngọ');
  expect(farmers?.text).toContain('Crew: Lê Văn Bay');
  expect(takenBy(sprayer.email)[0]?.text).toContain('Đội phun: Lê Văn Bay');
});

test('when a user has no address, has mails turned off or is deactivated, then no mail is sent, but the message is in the inbox', async () => {
  const without = await signedIn(service, 'farmer', { email: null });
  const withoutMails = await signedIn(service, 'farmer');
  await service.sql('update app_user set mail_notifications = false where id = $1', [withoutMails.id]);
  const withMails = await signedIn(service, 'farmer');
  for (const farmer of [without, withoutMails]) await placed(farmer);
  const gone = await signedIn(service, 'farmer');
  const { id } = await placed(gone);
  await eventually(async () => expect(takenBy(gone.email)).toHaveLength(1));
  await service.sql('update app_user set active = false where id = $1', [gone.id]);
  await service.sql("insert into outbox_event (at, type, order_id) values ($1, 'confirmed', $2)", [service.clock.now, id]);
  await placed(withMails);
  await eventually(async () => expect(takenBy(withMails.email)).toHaveLength(1));
  expect(server.offered).toEqual([gone.email, withMails.email]);
  expect(await service.sql('select 1 from notification where recipient_id = $1', [gone.id])).toHaveLength(2);
  for (const farmer of [without, withoutMails]) expect((await farmer.get('/api/common/notification/')).body.page.totalElements).toBe(1);
});

test('when the mail server refuses temporarily, then the mail is retried and arrives once', async () => {
  const farmer = await signedIn(service, 'farmer');
  server.behaviour = () => 'refuses';
  await placed(farmer);
  const state = async () => {
    const [row] = await service.sql<{ attempts: number; error: string | null; sent: boolean; seconds: number }>(
      'select attempts, last_error as error, sent_at is not null as sent, extract(epoch from not_before - $1::timestamptz)::float as seconds from outgoing_mail where to_address = $2',
      [service.clock.now, farmer.email],
    );
    return row;
  };
  const failed = async (attempts: number) => {
    const row = await eventually(async () => {
      const now = await state();
      expect(now).toMatchObject({ attempts, sent: false, error: expect.stringContaining('451') });
      expect(now?.seconds).not.toBe(mailLeaseSeconds); // not the lease of an attempt that still runs
      return now;
    });
    return row?.seconds ?? 0;
  };
  const first = await failed(1);
  later(first + 1);
  const second = await failed(2);
  expect(second).toBeGreaterThan(first);
  server.behaviour = () => 'takes';
  later(second - 1);
  await otherMail();
  expect(takenBy(farmer.email)).toHaveLength(0);
  later(2);
  await eventually(async () => expect(await state()).toMatchObject({ attempts: 3, sent: true, error: null }));
  later(86_400);
  await otherMail();
  expect(takenBy(farmer.email)).toHaveLength(1);
});

test('when the mail server hangs on one mail, then requests, inboxes and other mails are not delayed, and it is retried with the same Message-ID', async () => {
  const stuck = await signedIn(service, 'farmer');
  server.behaviour = (to) => (to === stuck.email ? 'hangs' : 'takes');
  await placed(stuck);
  await eventually(async () => expect(server.offered).toContain(stuck.email));
  for (let n = 0; n < 8; n++) {
    const other = await signedIn(service, 'farmer');
    await placed(other, { session: { id: 1 + (n % 6) } });
    await eventually(async () => expect(takenBy(other.email)).toHaveLength(1));
  }
  await eventually(async () =>
    expect(await service.sql("select last_error from outgoing_mail where sent_at is null and last_error = 'took too long'")).toHaveLength(
      1,
    ),
  );
  server.behaviour = () => 'takes';
  later(90);
  await eventually(async () => expect(takenBy(stuck.email)).toHaveLength(1));
  const [row] = await service.sql<{ id: string; ms: string }>(
    'select id, (extract(epoch from created_at) * 1000)::bigint as ms from outgoing_mail where to_address = $1',
    [stuck.email],
  );
  expect(takenBy(stuck.email)[0]?.messageId).toBe(`<swath-${row?.ms}-${row?.id}@swath.example>`);
});

test('when the mail server is unreachable, then nothing else is affected, and the mail stays queued', async () => {
  await server.close();
  const farmer = await signedIn(service, 'farmer');
  await placed(farmer);
  await eventually(async () => expect((await farmer.get('/api/common/notification/')).body.page.totalElements).toBe(1));
  await eventually(async () =>
    expect(await service.sql('select 1 from outgoing_mail where sent_at is null and attempts = 1 and last_error is not null')).toHaveLength(
      1,
    ),
  );
  server = await startMailServer();
});

test('when two processes send, then no mail is sent twice', async () => {
  await service.another();
  await service.another();
  const farmer = await signedIn(service, 'farmer');
  await Promise.all(Array.from({ length: 40 }, () => placed(farmer)));
  await eventually(async () => expect(server.taken).toHaveLength(40));
  await otherMail();
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(41);
  expect(server.offered).toHaveLength(41);
});

test('when there is no SMTP server configured, then mails are complete files, each once', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'swath-mail-')), 'mail');
  const quiet = await startService({ mailer: folderMailer(folder, from) });
  try {
    const farmer = await signedIn(quiet, 'farmer');
    await placed(farmer);
    const [file] = await eventually(async () => {
      const files = readdirSync(folder);
      expect(files).toHaveLength(1);
      expect(files[0]).toMatch(/^swath-\d+-\d+\.eml$/);
      return files;
    });
    const mail = await PostalMime.parse(readFileSync(join(folder, file as string)));
    expect(mail.to).toEqual([{ name: '', address: farmer.email }]);
    expect(mail.text).toContain('Lunar date: day 9 of month 10');
    // Nobody gets the file, so it is not sent.
    const admin = await signedIn(quiet, 'admin');
    const unsent = async () => (await admin.get('/api/admin/message/?status=not_sent')).body.content;
    const [message] = await eventually(async () => {
      const content = await unsent();
      expect(content).toMatchObject([{ recipientId: Number(farmer.id), channel: 'mail', attempts: 1 }]);
      return content;
    });
    const log = async (language: string) => (await admin.get(`/api/admin/message.csv?language=${language}`)).text;
    expect(await log('en')).toContain('Not sent (not set up)');
    expect(await log('vi')).toContain('Chưa gửi (chưa cài đặt)');
    // It can be sent once there is a server, with its text.
    const replays = ['/api/admin/message/replay?status=not_sent', `/api/admin/message/${message.id}/replay`];
    for (const path of replays) expectProblem(await admin.post(path), 409, 'NO_MAIL_SERVER');
    expect(await unsent()).toHaveLength(1);
    const withServer = await quiet.another({ mailer: new SentMails(), idle: true });
    const replayed = callerOn(withServer, admin);
    expect((await replayed.post('/api/admin/message/replay')).body).toEqual({ replayed: 0 });
    rmSync(join(folder, file as string));
    expect((await replayed.post(replays[0] as string)).body).toEqual({ replayed: 1 });
    // This service takes it from the queue again.
    await eventually(async () => expect(readdirSync(folder)).toEqual([file]));
    expect((await PostalMime.parse(readFileSync(join(folder, file as string)))).text).toBe(mail.text);
  } finally {
    await quiet.close();
    rmSync(join(folder, '..'), { recursive: true });
  }
});

test('when a mail was sent, then its text is deleted, and it cannot be sent again', async () => {
  const sent = new SentMails();
  const own = await startService({ mailer: sent });
  const farmer = await signedIn(own, 'farmer');
  await placed(farmer);
  await eventually(async () => expect(await own.sql('select text from outgoing_mail where sent_at is not null')).toEqual([{ text: '' }]));
  const admin = await signedIn(own, 'admin');
  const [message] = (await admin.get('/api/admin/message/?status=sent')).body.content;
  expectProblem(await admin.post(`/api/admin/message/${message.id}/replay`), 404, 'NOT_FOUND');
  await own.close();
});

test('when no mail server is set up, then nothing is said to be mailed: links and invoices are refused, and the pages know it', async () => {
  const own = await startService({ mailer: folderMailer(mkdtempSync(join(tmpdir(), 'swath-mail-')), from), idle: true });
  const [admin, farmer] = [await signedIn(own, 'admin'), await signedIn(own, 'farmer')];
  const order = await placed(farmer);
  const before = await own.sql('select password_hash from app_user where id = $1', [farmer.id]);
  for (const [path, body] of [
    [`/api/admin/user/${farmer.id}/reset-password`],
    [`/api/receptionist/customer/${farmer.id}/reset-access`, { by: 'mail' }],
    [`/api/receptionist/order/${order.id}/invoice/mail`],
  ] as const)
    expectProblem(await admin.post(path, body), 409, 'NO_MAIL_SERVER');
  expect(await own.sql('select password_hash from app_user where id = $1', [farmer.id])).toEqual(before);
  expect(await own.sql("select 1 from outgoing_mail where link_kind is not null or subject like 'Invoice%'")).toEqual([]);
  expect((await admin.get('/api/auth/company')).body.sendsMail).toBe(false);
  const { channels } = (await farmer.get('/api/common/channel-preference')).body;
  expect(channels).toContainEqual({ channel: 'mail', enabled: true, state: 'not_set_up' });
  const withServer = await own.another({ mailer: new SentMails() });
  expect((await callerOn(withServer, admin).get('/api/auth/company')).body.sendsMail).toBe(true);
  await own.close();
});

test('when one recipient domain hangs, then the mails of others are sent meanwhile', async () => {
  const defaultTimeouts = await startService({ mailer: smtpMailer(server.url, from) });
  try {
    await defaultTimeouts.sql('update spray_session set capacity = 1000');
    server.behaviour = (to) => (to.endsWith('@hangs.example') ? 'hangs' : 'takes');
    for (let n = 0; n < 12; n++) {
      const stuck = await signedIn(defaultTimeouts, 'farmer', { email: `farmer${n}@hangs.example` });
      await placed(stuck);
    }
    await eventually(async () => expect(server.offered.length).toBeGreaterThan(0));
    const others = await Promise.all(Array.from({ length: 12 }, () => signedIn(defaultTimeouts, 'farmer')));
    for (const other of others) await placed(other);
    for (const other of others) await eventually(async () => expect(takenBy(other.email)).toHaveLength(1));
    expect(server.taken).toHaveLength(12);
    // None of the hanging mails has failed meanwhile.
    expect(
      await defaultTimeouts.sql("select 1 from outgoing_mail where sent_at is null and to_address like '%@hangs.example'"),
    ).toHaveLength(12);
    expect(await defaultTimeouts.sql('select 1 from outgoing_mail where last_error is not null')).toEqual([]);
  } finally {
    await defaultTimeouts.close();
  }
});

test('when hanging domains use up all slots, then a password link is still sent, to a hanging domain as well', async () => {
  const defaultTimeouts = await startService({ mailer: smtpMailer(server.url, from) });
  try {
    await defaultTimeouts.sql('update spray_session set capacity = 1000');
    server.behaviour = (to) => (to.startsWith('stuck') ? 'hangs' : 'takes');
    for (let n = 0; n < 30; n++) await placed(await signedIn(defaultTimeouts, 'farmer', { email: `stuck@hangs${n}.example` }));
    await eventually(async () => expect(server.offered).toHaveLength(20));
    const waiting = await signedIn(defaultTimeouts, 'farmer');
    await placed(waiting);
    const readers = [
      await signedIn(defaultTimeouts, 'farmer'),
      await signedIn(defaultTimeouts, 'farmer', { email: 'reader@hangs1.example' }),
    ];
    for (const { email } of readers) await call(defaultTimeouts, 'POST', '/api/auth/password/forgot', { body: { email } });
    for (const { email } of readers) await eventually(async () => expect(takenBy(email)[0]?.text).toContain('/reset#'));
    expect(takenBy(waiting.email)).toEqual([]);
  } finally {
    await defaultTimeouts.close();
  }
});

test('when the clock is set back three hours, then mails that are due soon are not delayed by three hours', async () => {
  const farmer = await signedIn(service, 'farmer');
  server.behaviour = () => 'refuses';
  await placed(farmer);
  await eventually(async () =>
    expect(await service.sql("select 1 from outgoing_mail where attempts = 1 and last_error like '%451%'")).toHaveLength(1),
  );
  server.behaviour = () => 'takes';
  later(-3 * 3600);
  await eventually(async () => {
    const [mail] = await service.sql<{ seconds: number }>(
      'select extract(epoch from not_before - $1::timestamptz)::float as seconds from outgoing_mail where to_address = $2',
      [service.clock.now, farmer.email],
    );
    expect(mail?.seconds).toBeLessThanOrEqual(72);
  });
  later(73);
  await eventually(async () => expect(takenBy(farmer.email)).toHaveLength(1));
});
