// The payment provider accepts connections and never responds, while more farmers pay than the service has write connections: sign-ins and
// bookings succeed, and payments get a 503 problem.
import { createServer } from 'node:http';
import { call, expectOk, isTemporaryProblem } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { row } from './report.mjs';
import { admin } from './service.mjs';
import { secondsSince } from './wait.mjs';

/** More than the write connections of the service. */
const payers = 48;
/** Time limit in seconds for a sign-in or a booking. */
const maxResponseSeconds = 5;
const signIns = 10;

export async function payments({ seed, report }) {
  const held = new Set();
  const provider = createServer((request) => held.add(request));
  await new Promise((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const settings = {
    SWATH_PAYMENTS: '',
    SWATH_STRIPE_SECRET_KEY: 'sk_test_faults',
    SWATH_STRIPE_PUBLISHABLE_KEY: 'pk_test_faults',
    SWATH_STRIPE_WEBHOOK_SECRET: 'whsec_faults',
    SWATH_STRIPE_URL: `http://127.0.0.1:${provider.address().port}`,
  };
  const environment = await FaultEnvironment.open({ name: 'payments', seed, settings });
  environment.onClose(async () => {
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });
  const { url } = environment.service;
  const { farmers } = environment.people;
  const orders = [];
  for (let n = 0; n < payers; n++) {
    const { token } = farmers[n % farmers.length];
    const date = new Date(Date.now() + (340 + Math.floor(n / 6)) * 86_400_000).toISOString().slice(0, 10);
    const place = { location: `payer ${n}`, latitude: 10.5, longitude: 105.4, cropType: { id: 1 }, area: 10, paymentMethod: 'visa' };
    const body = { date, session: { id: 1 + (n % 6) }, ...place };
    orders.push({ token, ...(await expectOk(call(url, 'POST', '/api/farmer/order', { token, body }))) });
  }
  await environment.startLoad({ cards: false });
  const paying = orders.map(({ id, token }, n) =>
    call(url, 'POST', `/api/farmer/order/${id}/payment-intent`, { token, key: `hanging-${n}` }),
  );
  let maxSignInSeconds = 0;
  for (let n = 0; n < signIns; n++) {
    const began = performance.now();
    await expectOk(call(url, 'POST', '/api/auth/login', { body: admin }));
    maxSignInSeconds = Math.max(maxSignInSeconds, secondsSince(began));
    await environment.load.progress(20);
  }
  const answers = await Promise.all(paying);
  const found = await environment.settle();
  const { slowest } = environment.load;
  const refused = answers.filter(isTemporaryProblem).length;
  const extra = [
    ['slowest sign-in, s:', maxSignInSeconds, maxSignInSeconds <= maxResponseSeconds],
    ['slowest booking or change, s:', slowest, slowest <= maxResponseSeconds],
    ['payments refused with a 503 problem:', `${refused} of ${payers}`, refused === payers],
    ['requests that reached the provider:', held.size, held.size >= payers],
  ];
  report(row({ title: 'a payment provider that never answers', tried: payers, found, load: environment.load, extra }));
  await environment.close();
}
