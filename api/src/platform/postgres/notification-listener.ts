import pg from 'pg';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { SocketRegistry } from './socket-registry.ts';

/** `mayHaveMissed`: notifications may have been lost, so caches that rely on them are invalid. */
export type NotificationHandler = (payload: string, mayHaveMissed: boolean) => void;

const checkIntervalMs = 5000;
const reconnectDelayMs = 250;

/** One connection for LISTEN, which reconnects by itself. */
export class NotificationListener {
  readonly #servers: PrimaryDiscovery;
  readonly #sockets: SocketRegistry;
  readonly #handlers = new Map<string, NotificationHandler>();
  #client: pg.Client | undefined;
  #isClosed = false;
  #reconnect: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;
  #subscribed: Promise<void> = Promise.resolve();
  isListening = false;

  constructor(servers: PrimaryDiscovery, sockets: SocketRegistry) {
    this.#servers = servers;
    this.#sockets = sockets;
    void this.#connect();
  }

  listen(channel: string, handler: NotificationHandler): void {
    this.#handlers.set(channel, handler);
    if (!this.isListening) return;
    const client = this.#client;
    // One after the other: `pg` wants a query to end before the next is sent.
    this.#subscribed = this.#subscribed
      .then(() => client?.query(`listen ${channel}`))
      .then(
        () => undefined,
        () => this.#onLost(client),
      );
  }

  async #connect(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      const connection = await this.#servers.find();
      if (this.#isClosed) return;
      client = new pg.Client(connection);
      this.#client = client;
      client.on('error', () => this.#onLost(client));
      client.on('end', () => this.#onLost(client));
      client.on('notification', ({ channel, payload }) => this.#handlers.get(channel)?.(payload ?? '', false));
      await client.connect();
      for (const channel of this.#handlers.keys()) await client.query(`listen ${channel}`);
      this.isListening = true;
      this.#scheduleCheck(client);
      this.#notifyOfLoss();
    } catch {
      this.#onLost(client);
    }
  }

  /**
   * A machine without power closes no connection, so a connection that only listens would wait for hours. Other connections that
   * received nothing during the check are dead as well; they are closed before a request waits for one of them.
   */
  #scheduleCheck(client: pg.Client): void {
    this.#check = setTimeout(() => {
      const destroySilent = this.#sockets.watch();
      client.query('select 1').then(
        () => client === this.#client && this.#scheduleCheck(client),
        (error: Error) => {
          if (/timeout/i.test(error.message)) destroySilent();
          this.#onLost(client);
        },
      );
    }, checkIntervalMs);
    this.#check.unref();
  }

  #onLost(client = this.#client): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#client = undefined;
    this.isListening = false;
    clearTimeout(this.#check);
    this.#servers.invalidatePrimary();
    this.#notifyOfLoss();
    void client?.end().catch(() => {});
    this.#reconnect = setTimeout(() => void this.#connect(), reconnectDelayMs);
  }

  #notifyOfLoss(): void {
    for (const handler of this.#handlers.values()) handler('', true);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.isListening = false;
    clearTimeout(this.#reconnect);
    clearTimeout(this.#check);
    await this.#client?.end().catch(() => {});
  }
}
