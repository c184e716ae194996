import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForOutbox } from '../arrange.ts';
import { type Answer, type Caller, call, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let admin: Caller;
let farmer: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer', { fullName: 'Nguyễn Văn Bảy', language: 'vi' });
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const refused = ({ status, body }: Answer) => [status, body.code];

describe('the form of address', () => {
  test('when a farmer chooses one, then notifications and mails use it with the given name', async () => {
    expect((await receptionist.get('/api/common/profile/form-of-address')).body).toEqual({ formOfAddress: null });
    expect((await farmer.put('/api/common/profile/form-of-address', { formOfAddress: 'anh' })).body).toEqual({ formOfAddress: 'anh' });
    await placed(farmer);
    await waitForOutbox(service);
    const [notification] = (await farmer.get('/api/common/notification/')).body.content;
    expect(notification.text).toContain('Anh Bảy đã đặt phun');
    const [mail] = await service.sql<{ text: string }>('select text from outgoing_mail where to_address = $1', [farmer.email]);
    expect(mail?.text).toContain('Chào Anh Bảy,');
  });

  test('when the office or an admin sets it, then it is audited, and other users are not found', async () => {
    const path = `/api/receptionist/farmer/${farmer.id}/form-of-address`;
    expect((await receptionist.put(path, { formOfAddress: 'chu' })).body).toEqual({ formOfAddress: 'chu' });
    expect((await receptionist.get(path)).body).toEqual({ formOfAddress: 'chu' });
    expect(refused(await receptionist.put(`/api/receptionist/farmer/${admin.id}/form-of-address`, { formOfAddress: 'co' }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const own = `/api/admin/user/${receptionist.id}/form-of-address`;
    expect((await admin.put(own, { formOfAddress: 'chi' })).body).toEqual({ formOfAddress: 'chi' });
    expect((await admin.get(own)).body).toEqual({ formOfAddress: 'chi' });
    expect((await admin.put(own, { formOfAddress: null })).body).toEqual({ formOfAddress: null });
    expect(refused(await admin.put(own, { formOfAddress: 'mr' }))).toEqual([400, 'VALIDATION_FAILED']);
    const entries = (await admin.get('/api/admin/audit/?action=user_update')).body.content;
    expect(entries[0].changes).toEqual([{ field: 'formOfAddress', from: 'chi', to: null }]);
  });
});

describe('the set-up checklist', () => {
  const steps = ({ body }: Answer, state: 'done' | 'skipped') =>
    body.steps.filter((step: Record<string, boolean>) => step[state]).map(({ step }: { step: string }) => step);

  test('when the company is set up step by step, then each step is derived from the data', async () => {
    await admin.patch('/api/admin/setting', { companyName: 'Cánh Đồng Xanh' });
    await admin.patch('/api/admin/crop/1', { price: 32_000 });
    await signedIn(service, 'sprayer');
    const answer = await admin.get('/api/admin/setup-checklist');
    expect(steps(answer, 'done')).toEqual(expect.arrayContaining(['name', 'prices', 'staff']));
    expect(answer.body).toMatchObject({ complete: false, dismissed: false });
  });

  test('when a step is skipped, then it can be shown again, and the checklist is dismissed only when complete', async () => {
    const skip = (step: string, skipped = true) => admin.put(`/api/admin/setup-checklist/step/${step}`, { skipped });
    expect(steps(await skip('sessions'), 'skipped')).toEqual(['sessions']);
    expect(steps(await skip('sessions', false), 'skipped')).toEqual([]);
    expect(refused(await admin.post('/api/admin/setup-checklist/dismiss'))).toEqual([409, 'ACTION_NOT_ALLOWED']);
    for (const { step } of (await admin.get('/api/admin/setup-checklist')).body.steps) await skip(step);
    expect((await admin.post('/api/admin/setup-checklist/dismiss')).body).toMatchObject({ complete: true, dismissed: true });
    expect(refused(await skip('everything'))).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('an invitation link', () => {
  test('when no mail server is set up, then the admin gets a link that works once and is stored only as a hash', async () => {
    const made = await admin.post('/api/admin/user', { role: 'receptionist', fullName: 'Đỗ Thị Mai', phoneNumber: '0933 555 666' });
    expect(made.status).toBe(200);
    const { body } = await admin.post(`/api/admin/user/${made.body.id}/invitation-link`);
    const token = /\/reset#([\w-]{43})$/.exec(body.link)?.[1] ?? '';
    expect(Date.parse(body.expiresAt) - service.clock.now.getTime()).toBe(72 * 3_600_000);
    const stored = await service.sql<{ row: string }>('select row_to_json(r)::text as row from password_reset r');
    expect(JSON.stringify(stored)).not.toContain(token);
    const reset = () => call(service, 'POST', '/api/auth/password/reset', { body: { token, password: 'Green-Field-7' } });
    expect((await reset()).status).toBe(200);
    expect(refused(await reset())).toEqual([409, 'RESET_CLOSED']);
    const signIn = await call(service, 'POST', '/api/auth/login', { body: { phoneNumber: '0933555666', password: 'Green-Field-7' } });
    expect(signIn.status).toBe(200);
  });

  test('when a second link is created, then the first one ends; unknown users are not found', async () => {
    const first = (await admin.post(`/api/admin/user/${receptionist.id}/invitation-link`)).body.link;
    await admin.post(`/api/admin/user/${receptionist.id}/invitation-link`);
    const token = first.split('#')[1];
    const reset = await call(service, 'POST', '/api/auth/password/reset', { body: { token, password: 'Green-Field-7' } });
    expect(refused(reset)).toEqual([409, 'RESET_CLOSED']);
    expect(refused(await admin.post('/api/admin/user/999999/invitation-link'))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the logo', () => {
  test('when a PNG is uploaded, then it is public, cached for good, and can be removed', async () => {
    expect((await call(service, 'GET', '/api/auth/company/logo')).body).toEqual({ url: null });
    const upload = (body: Uint8Array<ArrayBuffer>, type = 'image/png') =>
      fetch(`${service.url}/api/admin/logo`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
        body,
      });
    expect((await upload(new TextEncoder().encode('no picture'))).status).toBe(415);
    const green = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a5f1c' } });
    expect((await upload(new Uint8Array(await green.png().toBuffer()))).status).toBe(200);
    const { url } = (await call(service, 'GET', '/api/auth/company/logo')).body;
    const picture = await fetch(service.url + url);
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ]);
    expect((await fetch(`${service.url}/api/auth/company/logo/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await call(service, 'DELETE', '/api/admin/logo', { token: admin.token })).body).toEqual({ url: null });
  });
});
