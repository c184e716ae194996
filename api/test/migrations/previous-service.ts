import type pg from 'pg';
import { previousVersion } from './previous-version.ts';

const now = '2026-11-16T00:00:00Z';
const farmerId = '60';
const cost = '600000';

/** Several rounds run for each file of migrations, more would take a quarter of the test. */
const pauseMs = 250;

/** Runs the frequent statements of the previous version on one connection, with short pauses, until it is stopped. */
export class PreviousService {
  readonly errors: unknown[] = [];
  rounds = 0;
  readonly #client: pg.Client;
  readonly #name: string;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #waiting: (() => void)[] = [];
  #endPause: (() => void) | undefined;

  constructor(client: pg.Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async start(): Promise<void> {
    await this.#client.query("set lock_timeout = '5s'; set statement_timeout = '8s'");
    this.#running = this.#run();
  }

  /** Resolves after a complete round that begins from now on. */
  async wholeRound(): Promise<void> {
    for (let n = 0; n < 2; n++)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        this.#endPause?.();
      });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.#round(`${this.#name}-${this.rounds}`).catch(async (error: unknown) => {
        this.errors.push(error);
        await this.#client.query('rollback');
      });
      this.rounds++;
      for (const resolve of this.#waiting.splice(0)) resolve();
      await new Promise<void>((resolve) => {
        this.#endPause = resolve;
        setTimeout(resolve, pauseMs);
      });
    }
  }

  /** A booking, its confirmation, messages, a payment, and the pages that show them. */
  async #round(key: string): Promise<void> {
    await this.#inTransaction(async () => {
      await this.#send('claimIdempotencyKey', [farmerId, key, Buffer.from(key), now]);
      await this.#send('keepIdempotentAnswer', [farmerId, key, '{}']);
    });
    const place = [
      farmerId,
      '2026-12-01',
      '1',
      'Long Điền',
      10.3,
      105.4,
      '1',
      '20',
      'pending',
      'visa',
      '2026-11-16',
      now,
      farmerId,
      null,
      '04:00',
    ];
    const [placed] = await this.#send('placeOrder', place);
    const orderId = String(placed?.[0]);
    await this.#inTransaction(async () => {
      await this.#send('lockOrder', [orderId]);
      const change = [
        orderId,
        'confirmed',
        true,
        false,
        false,
        now,
        '2026-11-16',
        '1',
        null,
        null,
        '1',
        'confirm',
        'pending',
        null,
        ['confirmed'],
        [],
        null,
      ];
      await this.#send('changeOrder', change);
    });
    await this.#inTransaction(async () => {
      await this.#send('takeEvents', [100]);
      await this.#send('insertNotifications', [[farmerId], [orderId], ['Lịch phun'], [''], [now]]);
    });
    await this.#send('insertIntent', [`pi_${key}`, orderId, 'sandbox', false, Buffer.from(key), cost, 'VND', now, 60]);
    await this.#send('insertPayment', [orderId, 'charge', cost, 'VND', 'visa', `pi_${key}`, null, now, 'verified']);
    await this.#send('listIntents', [orderId]);
    await this.#send('getOrder', [orderId]);
    await this.#send('listFarmerOrders', [farmerId]);
    await this.#send('countFarmerOrders', [farmerId]);
    await this.#send('listNotifications', [farmerId]);
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    await this.#client.query('begin');
    await work();
    await this.#client.query('commit');
  }

  /** As a prepared statement, like the service: its plan must survive a change of the schema. */
  async #send(name: keyof typeof previousVersion, values: unknown[]): Promise<unknown[][]> {
    return (await this.#client.query({ name, text: previousVersion[name], values, rowMode: 'array' })).rows as unknown[][];
  }
}
