// The wall clock jumps under load: a day ahead, back, a day behind, back.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, expectOk } from './client.mjs';
import { FaultEnvironment, newFolder, removeFolder } from './fault-environment.mjs';
import { row } from './report.mjs';
import { eventually, pause } from './wait.mjs';

const day = 86_400_000;
const shift = fileURLToPath(new URL('./clock-shift.mjs', import.meta.url));

export async function clock({ seed, report }) {
  const home = newFolder('clock-file');
  const file = join(home, 'shift');
  const set = async (milliseconds) => {
    writeFileSync(`${file}.new`, String(milliseconds));
    renameSync(`${file}.new`, file);
    await pause(200);
  };
  await set(0);
  const environment = await FaultEnvironment.open({
    name: 'clock',
    seed,
    settings: { FAULTS_CLOCK_FILE: file },
    options: ['--import', shift],
  });
  environment.onClose(() => removeFolder(home));
  const { people, service } = environment;
  const [farmer] = people.farmers;
  const expiring = await bookTomorrow(service.url, farmer);

  await environment.startLoad();
  const steps = [day, 0, -day, 0];
  for (const step of steps) {
    await set(step);
    await environment.load.progress(60);
    // Longer than the interval of the timers, so that each runs with the new time.
    if (step === day) await pause(32_000);
  }
  const locked = await lockOutEnds(service.url, set);
  await environment.load.stop();
  // Retries that were scheduled while the clock was ahead do not wait for that day.
  const client = await environment.connect();
  const late = await eventually(async () => {
    const { rows } = await client.query(
      `select (select count(*) from webhook_delivery where status = 'waiting') + (select count(*) from outgoing_mail where sent_at is null) as n`,
    );
    if (Number(rows[0].n) > 0) throw new Error('mails or webhooks wait');
    return 0;
  }, 120).catch((error) => error.message);
  const found = await environment.settle();
  const { rows } = await client.query(
    "select count(*)::int as n from order_history where order_id = any($1::bigint[]) and action = 'cancel'",
    [expiring],
  );
  await client.end();
  report(
    row({
      title: 'the wall clock steps by a day, ahead and back',
      tried: steps.length,
      found,
      load: environment.load,
      extra: [
        [
          'unconfirmed bookings of the day before that ended, once each:',
          `${rows[0].n} of ${expiring.length}`,
          rows[0].n === expiring.length,
        ],
        ['an account locked while the clock was ahead is locked for, s:', locked, locked <= 15 * 60],
        ['mails and webhooks delayed by the clock step:', late, late === 0],
        ['running:', service.isRunning ? 'yes' : 'no', service.isRunning],
      ],
    }),
  );
  await environment.close();
}

/** Unconfirmed bookings; a day later they expire. */
async function bookTomorrow(url, { token }) {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date(Date.now() + day));
  const ids = [];
  for (let n = 0; n < 5; n++) {
    const body = {
      date,
      session: { id: 1 },
      location: `tomorrow-${n}`,
      latitude: 10.5,
      longitude: 105.4,
      cropType: { id: 1 },
      area: 2,
      confirmed: false,
      paymentMethod: 'cash',
    };
    ids.push((await expectOk(call(url, 'POST', '/api/farmer/order', { token, body }))).id);
  }
  return ids;
}

/** Failed sign-ins while the clock is ahead must not lock the account for a day after it is set back. */
async function lockOutEnds(url, set) {
  await set(day);
  const guess = () => call(url, 'POST', '/api/auth/login', { body: { email: 'unknown@faults.example', password: 'Wrong-Guess-1' } });
  for (let n = 0; n < 40 && (await guess()).status === 401; n++);
  await set(0);
  const answer = await guess();
  return answer.status === 429 ? Number(answer.headers['retry-after']) : 0;
}
