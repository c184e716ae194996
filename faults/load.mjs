// Mixed load: clients that book, confirm, move, pay for and cancel orders, and an office that assigns crews.
import { call, isTemporaryProblem, newAgent } from './client.mjs';
import { randomOf } from './random.mjs';
import { pause, secondsSince } from './wait.mjs';

const lanes = 8;
const day = 86_400_000;
/** Far enough in the future that no clock step makes a booking expire. */
const firstDay = 5;
const lastDay = 330;
/** Timeout of an action without a response; it then counts as an error. */
const actionTimeoutSeconds = 120;

export class Load {
  url;
  /** Unexpected responses with their number. */
  wrong = new Map();
  /** Number of 503 and 429 responses; number of refused connections. */
  refused = 0;
  gone = 0;
  /** Responses that were cut off. */
  cut = 0;
  done = 0;
  slowest = 0;
  #people;
  #journal;
  #random;
  #prefix;
  #mayBeGone;
  #methods;
  #agent = newAgent();
  #running;
  #stopped = false;
  #abandoned = false;
  #orders = 0;

  /** `mayBeGone`: the service is killed, so connections may end without a response. `cards`: some orders are paid by card, with the sandbox. */
  constructor({ url, people, journal, seed, prefix, mayBeGone = false, cards = true }) {
    this.url = url;
    this.#people = people;
    this.#journal = journal;
    this.#random = randomOf(seed, `load ${prefix}`);
    this.#prefix = prefix;
    this.#mayBeGone = mayBeGone;
    this.#methods = cards ? ['cash', 'visa', 'mastercard'] : ['cash'];
  }

  start() {
    this.#stopped = false;
    this.#running = Array.from({ length: lanes }, () => this.#lane());
  }

  /** Waits for a number of further successful actions. */
  async progress(count, seconds = 60) {
    const goal = this.done + count;
    const began = performance.now();
    while (this.done < goal) {
      if (secondsSince(began) > seconds) throw new Error(`only ${this.done} of ${goal} actions were answered`);
      await pause(10);
    }
  }

  /** All clients finish their actions; retries continue until there is a response. */
  async stop() {
    this.#stopped = true;
    await Promise.all(this.#running ?? []);
    this.#agent.destroy();
    this.#agent = newAgent();
  }

  /** Clients without a response give up. */
  async abandon() {
    this.#abandoned = true;
    this.#agent.destroy();
    await this.stop();
  }

  get errors() {
    return [...this.wrong.values()].reduce((sum, count) => sum + count, 0);
  }

  #note(what) {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }

  async #lane() {
    const random = this.#random;
    while (!this.#stopped) {
      const order = await this.#place();
      for (let steps = random.whole(0, 5); order !== undefined && steps > 0 && order.status !== 'cancelled' && !this.#stopped; steps--) {
        await pause(random.whole(1, 20));
        await this.#step(order);
      }
      await pause(random.whole(1, 20));
    }
  }

  /** A session other than that of the order: moving an order to its own session changes nothing. */
  #newTime(than) {
    const random = this.#random;
    // Sometimes a popular session, so that sessions become full and bookings contend.
    const ahead = random.chance(0.05) && than === undefined ? firstDay : random.whole(firstDay + 1, lastDay);
    const time = { date: new Date(Date.now() + ahead * day).toISOString().slice(0, 10), session: { id: random.whole(1, 6) } };
    return time.date === than?.date && time.session.id === than.session.id ? this.#newTime(than) : time;
  }

  async #place() {
    const random = this.#random;
    const farmer = random.of(this.#people.farmers);
    const mark = `${this.#prefix}-${this.#orders++}`;
    const body = {
      ...this.#newTime(),
      location: mark,
      latitude: 10.5,
      longitude: 105.4,
      cropType: { id: random.whole(1, 3) },
      area: random.whole(1, 40) + 0.5,
      confirmed: random.chance(0.5),
      paymentMethod: random.of(this.#methods),
    };
    // Half of the bookings have no idempotency key: they are not retried, and may or may not exist.
    const action = { do: 'place', mark, who: farmer, method: 'POST', path: '/api/farmer/order', body, may: ['SESSION_FULL'] };
    const answer = await this.#act(action, random.chance(0.5));
    if (answer?.status !== 200) return undefined;
    return { id: answer.body.id, farmer, status: answer.body.orderStatus, time: body, card: body.paymentMethod !== 'cash', paid: false };
  }

  #step(order) {
    const random = this.#random;
    const canMove = order.status !== 'assigned' || random.chance(0.3);
    const choices = [
      ...(order.status === 'pending' ? ['confirm', 'confirm'] : []),
      ...(order.status === 'confirmed' ? ['assign', 'assign'] : []),
      ...(order.card && !order.paid ? ['pay', 'pay'] : []),
      ...(canMove ? ['reschedule'] : []),
      'cancel',
    ];
    const choice = random.of(choices);
    return choice === 'pay' ? this.#pay(order) : this.#change(order, choice);
  }

  async #change(order, choice) {
    const random = this.#random;
    const byOffice = choice === 'assign' || (choice === 'reschedule' && order.status === 'assigned') || random.chance(0.2);
    const who = byOffice ? random.of(this.#people.office) : order.farmer;
    const base = `/api/${byOffice ? 'receptionist' : 'farmer'}/order/${order.id}`;
    const { sprayers } = this.#people;
    const crew = [random.of(sprayers.slice(0, 4)), ...(random.chance(0.5) ? [random.of(sprayers.slice(4))] : [])];
    const requests = {
      confirm: { method: 'POST', path: `${base}/confirm` },
      cancel: { method: 'POST', path: `${base}/cancel`, ...(byOffice ? { body: { reason: 'a fault was tried' } } : {}) },
      reschedule: { method: 'POST', path: `${base}/reschedule`, body: this.#newTime(order.time), may: ['SESSION_FULL'] },
      assign: { method: 'PUT', path: `${base}/sprayers`, body: { sprayerIds: crew.map(({ id }) => Number(id)) }, may: ['CREW_BUSY'] },
    };
    const answer = await this.#act({ do: choice, order: order.id, who, may: [], ...requests[choice] }, true);
    if (answer?.status !== 200) return;
    order.status = answer.body.orderStatus;
    order.time = answer.body;
  }

  async #pay(order) {
    const who = order.farmer;
    const base = `/api/farmer/order/${order.id}/payment-intent`;
    const intent = await this.#act({ do: 'open intent', order: order.id, who, method: 'POST', path: base, may: [] }, true);
    if (intent?.status !== 200) return;
    const { clientSecret } = intent.body;
    // Has no idempotency key: if it is repeated, a card that was charged is not charged again.
    const body = { clientSecret, cardNumber: '4242424242424242' };
    const may = ['INTENT_CLOSED'];
    const paid = await this.#act({ do: 'card', order: order.id, who, method: 'POST', path: `${base}/sandbox-card`, body, may }, true);
    if (paid === undefined) return;
    order.paid = true;
    // A payment without verification, as if the page was closed.
    if (this.#random.chance(0.8))
      await this.#act({ do: 'verify', order: order.id, who, method: 'GET', path: `${base}/${clientSecret}`, may }, true);
  }

  /** Retries with one key until there is a response; without `repeat` only once. */
  async #act({ do: what, mark, order, who, method, path, body, may }, repeat) {
    const n = this.#journal.intend({ do: what, mark, order, by: who.fullName, repeat });
    const key = repeat && method !== 'GET' ? `${this.#prefix}-key-${n}` : undefined;
    const began = performance.now();
    for (;;) {
      const sent = performance.now();
      const answer = await call(this.url, method, path, { token: who.token, key, body, agent: this.#agent });
      if (answer.status === 200 || may.includes(answer.body?.code)) {
        this.slowest = Math.max(this.slowest, secondsSince(sent));
        this.done++;
        this.#journal.answered(n, {
          status: answer.status,
          code: answer.body.code,
          order: order ?? answer.body.id,
          now: answer.body.orderStatus,
        });
        return answer;
      }
      const how = answer.status ?? answer.gone;
      this.#journal.tried(n, how);
      if (answer.begun === true) this.cut++;
      if (answer.gone !== undefined && this.#mayBeGone) this.gone++;
      else if (answer.gone === undefined && isTemporaryProblem(answer)) this.refused++;
      else this.#note(`${what}: ${how} ${answer.body?.code ?? answer.text ?? ''}`);
      const final = answer.gone === undefined && answer.status !== 503 && answer.status !== 429;
      if (final || !repeat || this.#abandoned) return undefined;
      if (secondsSince(began) > actionTimeoutSeconds) {
        this.#note(`${what}: never answered`);
        return undefined;
      }
      await pause(this.#random.whole(20, 150));
    }
  }
}
