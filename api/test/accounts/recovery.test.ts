import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeTwilio } from '../channels/fake-twilio.ts';
import { type Answer, type Caller, call, callerOn, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** The public address of a service in tests. */
const origin = 'http://localhost:8080';
const newPassword = 'Green-Field-7';
const twilio = new FakeTwilio();
const sent = new SentMails();
let service: Service;
let other: Service;
let admin: Caller;
let issuerId: string;
let days = 0;
let numbers = 0;

beforeAll(async () => {
  await twilio.start();
  service = await startService({ sms: twilio.provider, push: true, mailer: sent });
  other = await service.another();
  const [issuer] = await service.sql<{ id: string }>(
    `insert into oidc_issuer (name, url, client_id, enabled, for_farmers, for_staff, staff_domains, created_at)
     values ('Google', 'https://issuer.example', 'swath', true, true, true, '{}', now()) returning id`,
  );
  issuerId = String(issuer?.id);
});
afterAll(async () => {
  await service.close();
  await twilio.close();
});
beforeEach(async () => {
  // A day of its own: limits of other tests do not matter.
  service.clock.now = new Date(testNow.getTime() + ++days * 86_400_000);
  admin = await signedIn(service, 'admin');
});

const outcome = ({ status, body }: Answer) => [status, body?.code];
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';

/** A person with every way into the account. */
async function withEverything(role: Caller['role']): Promise<Caller> {
  const phoneNumber = `03${String(1000 + ++numbers).padStart(4, '0')}5678`;
  const person = await signedIn(service, role, { phoneNumber });
  await service.sql(
    `with k as (insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
                values ($1::bigint, sha256($2::text::bytea), 'b', 0, '{}', 'Phone of a stranger', now())),
          s as (insert into push_subscription (user_id, endpoint, p256dh, auth, device, created_at)
                values ($1::bigint, 'https://push.example/' || $2, 'a', 'b', 'Chrome (Android)', now())),
          i as (insert into oidc_identity (issuer_id, subject, user_id, created_at) values ($3, $2, $1::bigint, now())),
          p as (insert into verified_phone (user_id, phone_key, verified_at) select id, phone_key, now() from app_user where id = $1::bigint),
          c as (insert into calendar_feed (user_id, hash, role, created_at) values ($1::bigint, sha256($2::text::bytea), $4, now())),
          t as (update access_token set browser = 'Chrome', system = 'Android' where user_id = $1::bigint)
     insert into verified_email (user_id, email_key, verified_at) select id, lower(email), now() from app_user where id = $1::bigint
     on conflict do nothing`,
    [person.id, `way-${person.id}`, issuerId, role],
  );
  return person;
}
const pushOf = ({ id }: Caller) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  device: 'Phone',
});
/** A passkey, a calendar address and a push device, added by requests. */
async function addEverything(at: Service, person: Caller): Promise<void> {
  const begun = await call(at, 'POST', '/api/common/passkey/options', { token: person.token });
  const credential = new SoftwareAuthenticator().register(begun.body.challenge, origin);
  const caller = callerOn(at, person);
  const added = [
    await caller.post('/api/common/passkey/', { name: 'Intruder', credential }, { cookie: cookieOf(begun) }),
    await caller.post('/api/common/calendar-feed'),
    await caller.post('/api/common/push-device/', pushOf(person)),
  ];
  expect(added.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await waysInto(person.id)).sort()).toEqual(['calendar', 'passkey', 'push', 'token']);
}
const waysInto = async (id: string): Promise<string[]> =>
  (
    await service.sql<{ kind: string }>(
      `select 'token' as kind from access_token where user_id = $1 union all select 'passkey' from passkey where user_id = $1
       union all select 'identity' from oidc_identity where user_id = $1 union all select 'phone' from verified_phone where user_id = $1
       union all select 'calendar' from calendar_feed where user_id = $1 union all select 'push' from push_subscription where user_id = $1`,
      [id],
    )
  ).map(({ kind }) => kind);

const reset = (token: string, at: Service = service) =>
  call(at, 'POST', '/api/auth/password/reset', { body: { token, password: newPassword } });
const tokenOf = (link: string): string => link.split('#')[1] ?? '';
async function codeFor({ phoneNumber }: Caller, purpose: 'reset' | 'sign_in'): Promise<{ cookie: string; code: string }> {
  const to = () => twilio.to(`+84${phoneNumber.slice(1)}`);
  const before = to().length;
  const cookie = cookieOf(await call(service, 'POST', '/api/auth/phone-code', { body: { purpose, phoneNumber } }));
  const message = await eventually(async () => {
    const newest = to()[before];
    if (newest === undefined) throw new Error('no SMS yet');
    return newest;
  });
  return { cookie, code: /#(\d{6})$/.exec(message.body)?.[1] ?? '' };
}

/** Every way to a new password for someone who cannot sign in; each ends with the new password. */
const recoveries = {
  'a mailed link': async (person: Caller) => {
    await call(service, 'POST', '/api/auth/password/forgot', { body: { email: person.email } });
    return reset((await sent.link(person.email)).token);
  },
  'a code by SMS': async (person: Caller) => {
    const { cookie, code } = await codeFor(person, 'reset');
    return call(service, 'POST', '/api/auth/phone-code/password', { headers: { cookie }, body: { code, password: newPassword } });
  },
  'the link of a reset by an admin': async (person: Caller) => {
    expect((await admin.post(`/api/admin/user/${person.id}/reset-password`)).status).toBe(200);
    expect(await waysInto(person.id)).toEqual([]);
    return reset((await sent.link(person.email)).token);
  },
  'a password of an admin': async (person: Caller) => {
    expect((await admin.patch(`/api/admin/user/${person.id}`, { password: newPassword })).status).toBe(200);
    expect(await waysInto(person.id)).toEqual([]);
    return call(service, 'POST', '/api/auth/login', { body: { email: person.email, password: newPassword } });
  },
  'a link that the office shows': async (person: Caller) => {
    const { link } = (await admin.post(`/api/receptionist/customer/${person.id}/reset-access`, { by: 'link' })).body;
    expect(await waysInto(person.id)).toEqual([]);
    return reset(tokenOf(link));
  },
};
const cases = Object.entries(recoveries).flatMap(([name, recover]) =>
  (['farmer', 'admin'] as const)
    .filter((role) => role === 'farmer' || name !== 'a link that the office shows')
    .map((role) => [role, name, recover] as const),
);

describe('a reset', () => {
  test.each(cases)('when a %s gets a new password by %s, then every other way into the account has ended', async (role, name, recover) => {
    const person = await withEverything(role);
    const answer = await recover(person);
    expect([answer.status, answer.body.user?.id]).toEqual([200, Number(person.id)]);
    const byPhone = name === 'a code by SMS';
    expect(await waysInto(person.id)).toEqual(['token', ...(byPhone ? ['phone'] : [])]);
    expect((await person.get('/api/auth/me')).status).toBe(401);
    const me = callerOn(service, { ...person, token: answer.body.token });
    const { content } = (await me.get('/api/common/ended-access/')).body;
    expect(content.map(({ kind, name, issuerId: issuer }: Record<string, unknown>) => [kind, name, issuer])).toEqual([
      ['device', 'Chrome (Android)', null],
      ['passkey', 'Phone of a stranger', null],
      ['sign_in_provider', 'Google', Number(issuerId)],
      ['push_device', 'Chrome (Android)', null],
      ['calendar_address', null, null],
      ...(byPhone ? [] : [['phone_confirmation', person.phoneNumber, null]]),
    ]);
    const [entry] = await service.sql<{ changes: { field: string }[] }>(
      `select changes from audit_entry where subject_type = 'user' and subject_id = $1 and changes::text like '%passkeys%'`,
      [person.id],
    );
    expect(entry?.changes).toContainEqual({ field: 'passkeys', from: 1, to: 0 });
  });

  test('when an admin ends all access of a user, then only the password signs in, and the list has what was ended', async () => {
    const person = await withEverything('sprayer');
    expect((await admin.post(`/api/admin/user/${person.id}/end-access`)).status).toBe(200);
    expect(await waysInto(person.id)).toEqual([]);
    expect((await person.get('/api/auth/me')).status).toBe(401);
    const answer = await call(service, 'POST', '/api/auth/login', { body: { email: person.email, password: testPassword } });
    const { content } = (await callerOn(service, { ...person, token: answer.body.token }).get('/api/common/ended-access/')).body;
    expect(content).toHaveLength(6);
    expect(outcome(await person.post(`/api/admin/user/${person.id}/end-access`))).toEqual([401, 'UNAUTHENTICATED']);
    const office = await signedIn(service, 'receptionist');
    expect(outcome(await office.post(`/api/admin/user/${person.id}/end-access`))).toEqual([403, 'FORBIDDEN']);
  });

  test('when a user is deactivated and activated again, then only the password signs in, and the list has what was ended', async () => {
    const person = await withEverything('sprayer');
    expect((await admin.post(`/api/admin/user/${person.id}/deactivate`)).status).toBe(200);
    expect(await waysInto(person.id)).toEqual([]);
    expect((await admin.post(`/api/admin/user/${person.id}/activate`)).status).toBe(200);
    expect(await waysInto(person.id)).toEqual([]);
    const answer = await call(service, 'POST', '/api/auth/login', { body: { email: person.email, password: testPassword } });
    const { content } = (await callerOn(service, { ...person, token: answer.body.token }).get('/api/common/ended-access/')).body;
    expect(content.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['device', 'passkey', 'sign_in_provider', 'push_device', 'calendar_address', 'phone_confirmation'],
    ]);
    const [entry] = await service.sql<{ changes: { field: string }[] }>(
      "select changes from audit_entry where action = 'user_deactivate' and subject_id = $1",
      [person.id],
    );
    expect(entry?.changes).toContainEqual({ field: 'passkeys', from: 1, to: 0 });
  });

  test('when the office has reset the access, then a code to an unconfirmed number does not sign in', async () => {
    const person = await withEverything('farmer');
    await service.sql('delete from verified_phone where user_id = $1', [person.id]);
    await service.sql('delete from verified_email where user_id = $1', [person.id]);
    await admin.post(`/api/receptionist/customer/${person.id}/reset-access`, { by: 'link' });
    const { cookie, code } = await codeFor(person, 'sign_in');
    const answer = await call(service, 'POST', '/api/auth/phone-code/login', { headers: { cookie }, body: { code } });
    expect(outcome(answer)).toEqual([409, 'PHONE_NOT_VERIFIED']);
  });

  test('when passkeys, calendar and push devices are added during fifty resets on two processes, then none survives', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const person = await signedIn(service, 'farmer');
        const { link } = (await admin.post(`/api/receptionist/customer/${person.id}/reset-access`, { by: 'link' })).body;
        // The reset by the office has ended the token; the intruder signs in again before the owner uses the link.
        await service.sql(
          `insert into access_token (hash, user_id, created_at, expires_at) values (sha256($2::text::bytea), $1, $3, $3::timestamptz + interval '1 day')`,
          [person.id, person.token, service.clock.now],
        );
        // Half of the intruders have added everything before, so there is something to end.
        if (n % 2 === 0) await addEverything(service, person);
        const begun = await call(other, 'POST', '/api/common/passkey/options', { token: person.token });
        return { person, link: tokenOf(link), cookie: cookieOf(begun), challenge: begun.body.challenge as string };
      }),
    );
    const answers = await Promise.all(
      people.flatMap(({ person, link, cookie, challenge }, n) => {
        const intruder = callerOn(n % 2 === 0 ? service : other, person);
        const credential = new SoftwareAuthenticator().register(challenge, origin);
        return [
          intruder.post('/api/common/passkey/', { name: 'Intruder', credential }, { cookie }),
          intruder.post('/api/common/calendar-feed'),
          intruder.post('/api/common/push-device/', pushOf(person)),
          reset(link, n % 2 === 0 ? other : service),
        ];
      }),
    );
    expect(answers.filter((_, n) => n % 4 === 3).map(({ status }) => status)).toEqual(people.map(() => 200));
    // The rest were faster than the reset, or ended by it.
    expect(answers.filter((_, n) => n % 4 !== 3).filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
    for (const { person } of people) expect(await waysInto(person.id)).toEqual(['token']);
  });
});

describe('the list of what has ended', () => {
  test('when a thing is added again, then it is no longer listed; the rest is dismissed', async () => {
    const person = await withEverything('farmer');
    const { token } = (await recoveries['a mailed link'](person)).body;
    const me = callerOn(service, { ...person, token });
    const kinds = async () => (await me.get('/api/common/ended-access/')).body.content.map(({ kind }: { kind: string }) => kind);
    expect((await me.post('/api/common/calendar-feed')).status).toBe(200);
    const push = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/again',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
      device: 'Chrome (Android)',
    };
    expect((await me.post('/api/common/push-device/', push)).status).toBe(200);
    const begun = await call(service, 'POST', '/api/common/passkey/options', { token });
    const credential = new SoftwareAuthenticator().register(begun.body.challenge, origin);
    const added = await me.post('/api/common/passkey/', { name: 'My phone', credential }, { cookie: cookieOf(begun) });
    expect(added.status).toBe(200);
    expect(await kinds()).toEqual(['device', 'sign_in_provider', 'phone_confirmation']);
    expect((await me.post('/api/common/ended-access/dismiss')).body).toEqual({ done: true });
    expect(await kinds()).toEqual([]);
  });

  test('when nothing could be used, then nothing is listed', async () => {
    const person = await signedIn(service, 'farmer', { passwordHash: null });
    await service.sql('delete from access_token where user_id = $1', [person.id]);
    const { token } = (await recoveries['a link that the office shows'](person)).body;
    expect((await callerOn(service, { ...person, token }).get('/api/common/ended-access/')).body.content).toEqual([]);
    const [row] = await service.sql<{ at: Date | null }>('select access_ended_at as at from app_user where id = $1', [person.id]);
    expect(row?.at).toBeNull();
  });
});
