import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySignature, jsonGateway } from '../../src/channels/json-gateway.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

/** A gateway that may recognise repetitions by a field; `lose`: sends and drops the connection. */
const sent: { phone: string; content: string; ref?: string; headers: IncomingMessage['headers'] }[] = [];
let behaviour: 'answer' | 'lose' = 'answer';
const gateway = createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (body.ref === undefined || !sent.some(({ ref }) => ref === body.ref)) sent.push({ ...body, headers: request.headers });
    if (behaviour === 'lose') request.destroy();
    else response.end(JSON.stringify({ messageId: 4711 }));
  });
});
const services: Service[] = [];

beforeAll(() => new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  for (const service of services) await service.close();
  await new Promise((resolve) => gateway.close(resolve));
});

const callbackSecret = 'shared secret of the gateway';

async function open(
  template: object,
): Promise<{ service: Service; farmer: Caller; confirm(): Promise<unknown>; state(): Promise<object | undefined> }> {
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
  const service = await startService({
    sms: jsonGateway({ kind: 'gateway', url, token: 'gate-token', sender: 'SWATH', template, callbackSecret }),
  });
  services.push(service);
  await removeBookingLimits(service);
  const [office, farmer] = [await signedIn(service, 'receptionist'), await signedIn(service, 'farmer')];
  const confirm = async () => office.post(`/api/receptionist/order/${(await placed(farmer)).id}/confirm`);
  const state = async () =>
    (
      await service.sql(
        "select channel, status, provider_id, last_error from message_delivery where recipient_id = $1 and type = 'confirmed' order by id desc limit 1",
        [farmer.id],
      )
    )[0];
  return { service, farmer, confirm, state };
}

test('when the gateway recognises repetitions, then a lost answer leads to a second request and one SMS', async () => {
  const { service, farmer, confirm, state } = await open({ phone: '{{national}}', content: '{{text}}', ref: '{{id}}' });
  behaviour = 'lose';
  await confirm();
  await eventually(async () => expect(await state()).toMatchObject({ status: 'sending', last_error: expect.any(String) }));
  expect(sent.filter(({ phone }) => phone === farmer.phoneNumber)).toHaveLength(1);
  behaviour = 'answer';
  service.clock.now = new Date(service.clock.now.getTime() + 120_000);
  await eventually(async () => expect(await state()).toMatchObject({ channel: 'sms', status: 'sent', provider_id: '4711' }));
  const [sms, ...more] = sent.filter(({ phone }) => phone === farmer.phoneNumber);
  expect(more).toEqual([]);
  expect(sms).toMatchObject({ content: expect.stringContaining('confirmed'), headers: { authorization: 'Bearer gate-token' } });
});

test('when the gateway does not recognise repetitions, then a lost answer ends as unknown, and nothing is sent twice', async () => {
  const { service, farmer, confirm, state } = await open({ phone: '{{to}}', content: ['{{text}}', 7] });
  behaviour = 'lose';
  await confirm();
  await eventually(async () => expect(sent.filter(({ phone }) => phone === `+84${farmer.phoneNumber.slice(1)}`)).toHaveLength(1));
  await eventually(async () => expect(await state()).toMatchObject({ status: 'sending' }));
  behaviour = 'answer';
  await eventually(async () => {
    service.clock.now = new Date(service.clock.now.getTime() + 120_000);
    expect(await state()).toMatchObject({ channel: 'sms', status: 'unknown' });
  });
  expect(sent.filter(({ phone }) => phone === `+84${farmer.phoneNumber.slice(1)}`)).toHaveLength(1);
});

test('when the gateway reports, then only signed reports count, in any order and once, and STOP and START work', async () => {
  behaviour = 'answer';
  const { service, farmer, confirm, state } = await open({ phone: '{{to}}', content: '{{text}}', ref: 'callback {{id}}' });
  const post = (path: string, body: unknown, secret = callbackSecret) => {
    const content = JSON.stringify(body);
    return fetch(`${service.url}/api/channel/gateway/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-swath-signature': gatewaySignature(secret, content) },
      body: content,
    });
  };
  const statusesOf = async (...requests: Promise<Response>[]) => (await Promise.all(requests)).map(({ status }) => status);
  await confirm();
  await eventually(async () => expect(await state()).toMatchObject({ status: 'sent', provider_id: '4711' }));
  const id = sent.find(({ phone }) => phone === `+84${farmer.phoneNumber.slice(1)}`)?.ref?.slice('callback '.length);
  expect(await statusesOf(post('status', { id, status: 'delivered' }, 'another secret'), post('inbound', {}, 'another secret'))).toEqual([
    400, 400,
  ]);
  expect(await statusesOf(post('status', { id, status: 'odd' }), post('status', [1]), post('status', null), post('inbound', 7))).toEqual([
    200, 200, 200, 200,
  ]);
  for (const odd of ['a\0b', '\ud83c'])
    expect(
      await statusesOf(
        post('status', { id: odd, status: 'delivered' }),
        post('status', { messageId: odd, status: 'failed', error: odd }),
        post('inbound', { id: odd, from: odd, text: 'STOP' }),
      ),
    ).toEqual([200, 200, 200]);
  expect(await state()).toMatchObject({ status: 'sent' });
  for (const status of ['delivered', 'sent', 'failed', 'delivered'])
    expect(await statusesOf(post('status', { id, status }))).toEqual([200]);
  expect(await state()).toMatchObject({ channel: 'sms', status: 'delivered', provider_id: '4711' });

  await confirm();
  await eventually(async () => expect(await state()).toMatchObject({ status: 'sent' }));
  const second = sent.filter(({ phone }) => phone === `+84${farmer.phoneNumber.slice(1)}`)[1]?.ref?.slice('callback '.length);
  // A text that cannot be stored does not keep a failure from reaching the next channel.
  await Promise.all(Array.from({ length: 10 }, () => post('status', { id: second, status: 'failed', error: 'no\0 route \ud83c' })));
  await eventually(async () => expect(await state()).toMatchObject({ channel: 'mail' }));
  await post('status', { id: second, status: 'delivered' });
  expect(await state()).toMatchObject({ channel: 'mail' });

  const stopped = async () => (await service.sql('select 1 from sms_opt_out')).length;
  const reply = (replyId: string, text: string) => post('inbound', { id: replyId, from: `+84${farmer.phoneNumber.slice(1)}`, text });
  await reply('1', 'STOP');
  expect(await stopped()).toBe(1);
  await reply('2', 'START');
  await reply('1', 'STOP');
  expect(await stopped()).toBe(0);
});
