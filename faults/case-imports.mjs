// A file of many orders is imported and taken back under load: bookings of its sessions and of others are answered meanwhile.

import { call, expectOk, newAgent } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { row } from './report.mjs';
import { eventually, pause, secondsSince } from './wait.mjs';

const orders = 1500;
const firstDay = 200;
const ordersOfSession = 10;
const capacity = 1000;
/** Bookings before the import, to compare with. */
const idleBookings = 60;
/** A booking may wait for the moment in which the import takes its places. */
const slowestSeconds = 5;
/** The p99 of bookings may double, and is never too long below this. */
const shortSeconds = 0.05;

/** Until the events of all these orders are dispatched, and their mails are sent. */
const mailSeconds = 240;

const root = '/api/receptionist/spreadsheet-import';
const timeOf = ({ hour, minute }) => [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
const dateOf = (day) => new Date(Date.now() + (firstDay + day) * 86_400_000).toISOString().slice(0, 10);

export async function imports({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'imports', seed });
  const { url } = environment.service;
  const { admin, office, farmers } = environment.people;
  const { token } = office[0];
  const { content: sessions } = await expectOk(call(url, 'GET', '/api/common/session/?size=100', { token }));
  const { content: crops } = await expectOk(call(url, 'GET', '/api/common/crop/?size=100', { token }));
  for (const { id } of sessions) await expectOk(call(url, 'PATCH', `/api/admin/session/${id}`, { token: admin.token, body: { capacity } }));

  const placeOf = (n) => {
    const at = Math.floor(n / ordersOfSession);
    return { date: dateOf(Math.floor(at / sessions.length)), session: sessions[at % sessions.length] };
  };
  const lines = Array.from({ length: orders }, (_, n) => {
    const { date, session } = placeOf(n);
    const phone = farmers[1 + (n % (farmers.length - 1))].phoneNumber;
    return `${date},${timeOf(session.startTime)},Farmer of a file,${phone},Row ${n},10.5,105.4,${crops[0].name},10`;
  });
  const file = `Date,From,Farmer,Phone,Place,Latitude,Longitude,Crop,Area\n${lines.join('\n')}\n`;

  const agent = newAgent();
  const statuses = new Map();
  /** Books one place after the other, every second one in a session of the file; returns the seconds that each took. */
  async function bookWhile(isGoingOn, farmer) {
    const seconds = [];
    for (let n = 0; isGoingOn(seconds.length); n++) {
      const { date, session } = placeOf(n % 2 === 0 ? (n * 17) % orders : orders + ((n * 17) % orders));
      const body = {
        ...{ date, session: { id: session.id }, cropType: { id: crops[0].id }, area: 1, location: `Beside ${farmer.id} ${n}` },
        ...{ latitude: 10.5, longitude: 105.4, paymentMethod: 'cash' },
      };
      const began = performance.now();
      const { status, gone } = await call(url, 'POST', '/api/farmer/order', { token: farmer.token, body, agent });
      seconds.push(secondsSince(began));
      const key = String(status ?? gone);
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    }
    return seconds;
  }
  const settled = (id) =>
    eventually(async () => {
      const found = await expectOk(call(url, 'GET', `${root}/${id}`, { token }));
      if (/ing$/.test(found.state)) throw new Error(found.state);
      return found;
    }, 240);
  /** The state after a step, and the seconds of each booking meanwhile. */
  async function during(id, step) {
    let isGoingOn = true;
    const bookings = Promise.all(farmers.slice(0, 3).map((farmer) => bookWhile(() => isGoingOn, farmer)));
    await expectOk(call(url, 'POST', `${root}/${id}/${step}`, { token, body: {} }));
    const { state, failure } = await settled(id).finally(() => {
      isGoingOn = false;
    });
    return { state: failure === null ? state : `${state} (${JSON.stringify(failure).slice(0, 200)})`, seconds: (await bookings).flat() };
  }

  await environment.startLoad();
  const idle = (await Promise.all(farmers.slice(0, 3).map((farmer) => bookWhile((done) => done < idleBookings / 3, farmer)))).flat();
  const read = await expectOk(
    call(url, 'POST', `${root}?kind=orders`, { token, body: file, headers: { 'content-type': 'application/octet-stream' } }),
  );
  const columns = read.fields.flatMap(({ field, column }) => (column === null ? [] : [{ field, column }]));
  await expectOk(call(url, 'POST', `${root}/${read.id}/check`, { token, body: { columns } }));
  const { counts } = await settled(read.id);
  const applied = await during(read.id, 'apply');
  await pause(1000);
  const undone = await during(read.id, 'undo');
  agent.destroy();
  await environment.load.stop();
  const client = await environment.connect();
  await eventually(
    async () => {
      const { rows } = await client.query(
        '(select id from outbox_event limit 1) union all (select id from outgoing_mail where sent_at is null limit 1)',
      );
      if (rows.length > 0) throw new Error('events wait to be dispatched, or mails to be sent');
    },
    mailSeconds,
    500,
  ).finally(() => client.end());
  const found = await environment.settle();

  const slowest = (seconds) => Math.max(...seconds);
  const p99 = (seconds) => seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length * 0.99)] ?? 0;
  const isShort = (seconds) => p99(seconds) <= Math.max(2 * p99(idle), shortSeconds) && slowest(seconds) < slowestSeconds;
  const times = (seconds) => `${Math.round(p99(seconds) * 1000)}, ${Math.round(slowest(seconds) * 1000)}`;
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  report(
    row({
      title: `a file of ${orders} orders is imported and taken back`,
      tried: 2,
      found,
      load: environment.load,
      extra: [
        ['orders added by the file:', counts.new, counts.new === orders],
        ['states:', `${applied.state}, ${undone.state}`, applied.state === 'applied' && undone.state === 'undone'],
        ['bookings meanwhile:', applied.seconds.length + undone.seconds.length, applied.seconds.length > 0 && undone.seconds.length > 0],
        ['answers to bookings:', answers, [...statuses.keys()].every((status) => status === '200')],
        ['p99 and slowest booking without an import, ms:', times(idle), true],
        ['during the import, ms:', times(applied.seconds), isShort(applied.seconds)],
        ['during the undo, ms:', times(undone.seconds), isShort(undone.seconds)],
      ],
    }),
  );
  await environment.close();
}
