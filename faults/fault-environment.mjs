// Environment of a case: data folder, service, users, load, journal, and the audit at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { audit } from './audit.mjs';
import { Journal } from './journal.mjs';
import { StreamListener } from './listener.mjs';
import { Load } from './load.mjs';
import { clusterOf, familyOf, isRunning, postmasterOf, signal } from './postmaster.mjs';
import { startReceiver } from './receiver.mjs';
import { freePort, Service } from './service.mjs';
import { createUsers } from './users.mjs';
import { eventually } from './wait.mjs';

const open = new Set();

/** All environments that are still open, to close them after a failure. */
export async function closeAll() {
  for (const environment of [...open]) await environment.close();
}

export function newFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `swath-faults-${name}-`));
  chmodSync(folder, 0o755); // usual permissions of a folder
  return folder;
}

export class FaultEnvironment {
  name;
  folder;
  service;
  people;
  load;
  #seed;
  #parts = 0;
  #counted = 0;
  #journalFolder;
  #journal;
  #receiver;
  #listener;
  #connection;
  #cleanUps = [];

  /** `connection`: an external database server instead of the embedded one. */
  static async open({ name, seed, folder = newFolder(name), settings, options, connection }) {
    const environment = new FaultEnvironment();
    open.add(environment);
    Object.assign(environment, { name, folder });
    environment.#seed = seed;
    environment.#connection = connection;
    environment.#journalFolder = newFolder(`${name}-journal`);
    environment.#journal = new Journal(join(environment.#journalFolder, 'journal.jsonl'));
    environment.service = new Service({ folder, port: await freePort(), settings, options });
    await environment.service.start();
    environment.people = await createUsers(environment.service.url);
    environment.#receiver = await startReceiver();
    await environment.#receiver.subscribe(environment.service.url, environment.people.admin.token);
    // One of the farmers has a live stream open.
    environment.#listener = new StreamListener(environment.service.url, environment.people.farmers[0].token);
    return environment;
  }

  /** Cleanup functions, called in reverse order when the environment closes. */
  onClose(work) {
    this.#cleanUps.push(work);
  }

  /** Starts the load and waits until it runs. */
  async startLoad(options = {}) {
    const { url } = this.service;
    const prefix = `${this.name}-${this.#parts++}`;
    this.load = new Load({ url, people: this.people, journal: this.#journal, seed: this.#seed, prefix, ...options });
    this.load.start();
    await this.load.progress(40);
    return this.load;
  }

  get postmaster() {
    return postmasterOf(this.folder);
  }

  untilPostmaster() {
    return eventually(async () => {
      const found = this.postmaster;
      if (found === undefined) throw new Error('no PostgreSQL runs on the folder');
      return found.pid;
    }, 60);
  }

  async connect() {
    const server = this.#connection ?? { host: this.postmaster?.socketFolder ?? '/nowhere', user: 'swath', database: 'swath' };
    const client = new pg.Client({ ...server, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Lets all clients finish and runs the audit; `acknowledged` counts since the last call. */
  async settle() {
    await this.load.stop();
    await this.service.untilReady();
    const { url } = this.service;
    const connect = () => this.connect();
    const found = await audit({
      journal: this.#journal,
      connect,
      url,
      people: this.people,
      receiver: this.#receiver,
      listener: this.#listener,
    });
    const acknowledged = found.acknowledged - this.#counted;
    this.#counted = found.acknowledged;
    return { ...found, acknowledged };
  }

  /** Bookings without a key that were answered only with 503, but exist: their client does not know. */
  async findDoneDespite503() {
    const refused = this.#journal.read().filter(({ do: what, repeat, tries, status }) => {
      return what === 'place' && !repeat && status === undefined && tries.includes(503);
    });
    const client = await this.connect();
    const marks = refused.map(({ mark }) => mark);
    const { rows } = await client.query('select location from spray_order where location = any($1)', [marks]).finally(() => client.end());
    return rows.map(({ location }) => location);
  }

  async close() {
    if (!open.delete(this)) return;
    this.#listener?.close();
    await this.load?.abandon();
    try {
      await this.service.stop();
      await removeFolder(this.folder);
    } finally {
      this.#receiver?.close();
      this.#journal.close();
      rmSync(this.#journalFolder, { recursive: true, force: true });
      for (const work of this.#cleanUps.reverse()) await work();
    }
  }
}

/** With the PostgreSQL on it, if a kill has left one running. */
export async function removeFolder(folder) {
  const found = postmasterOf(folder);
  if (found !== undefined) {
    signal(familyOf(found.pid), 'SIGCONT');
    signal([found.pid], 'SIGINT');
    await eventually(async () => {
      if (isRunning(found.pid)) throw new Error('PostgreSQL does not stop');
    }, 30).catch(() => signal([found.pid], 'SIGKILL'));
    rmSync(found.socketFolder, { recursive: true, force: true });
  }
  rmSync(clusterOf(folder), { recursive: true, force: true, maxRetries: 5 });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
