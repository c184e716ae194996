// The built service in a child process.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { call } from './client.mjs';
import { eventually, pause, secondsSince } from './wait.mjs';

const main = fileURLToPath(new URL('../api/dist/main.js', import.meta.url));

export const admin = { email: 'owner@faults.example', password: 'Green-Field-7' };

/** Environment of every service of the suite; a case adds its own. */
const usualSettings = {
  HOST: '127.0.0.1',
  SWATH_DEMO: 'off',
  SWATH_PAYMENTS: 'sandbox',
  SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
  SWATH_ADMIN_EMAIL: admin.email,
  SWATH_ADMIN_PASSWORD: admin.password,
};

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const maxOutputLength = 200_000;
const all = new Set();

/** Ends all services and prevents restarts. */
export function stopAllForGood() {
  for (const service of all) service.stopForGood();
}

/** One service on one port that can be started, killed and restarted. */
export class Service {
  url;
  output = '';
  /** Seconds from each start until it was ready. */
  starts = [];
  #folder;
  #port;
  #settings;
  #options;
  #child;
  #ended;
  #isStoppedForGood = false;

  constructor({ folder, port, settings = {}, options = [] }) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
    this.#options = options;
  }

  get pid() {
    return this.#child.pid;
  }

  get isRunning() {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves with the exit code or signal. */
  get ended() {
    return this.#ended;
  }

  spawn() {
    if (this.#isStoppedForGood) throw new Error('the time for this part is up');
    all.add(this);
    const env = { PATH: process.env.PATH, PORT: String(this.#port), SWATH_DATA: this.#folder, ...usualSettings, ...this.#settings };
    const child = spawn(process.execPath, [...this.#options, main], { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      // Log lines of single requests are dropped.
      createInterface({ input: stream }).on('line', (line) => {
        if (!line.includes('"traceId"')) this.output = `${this.output}${line}\n`.slice(-maxOutputLength);
      });
    }
    this.#child = child;
    this.#ended = new Promise((resolve) => child.on('close', (code, name) => resolve({ code, signal: name })));
  }

  /** Starts it and waits until it is ready. */
  async start(seconds = 90) {
    const began = performance.now();
    this.spawn();
    await this.untilReady(seconds);
    this.starts.push(secondsSince(began));
  }

  /** Seconds until the readiness probe succeeds. */
  async untilReady(seconds = 90) {
    const began = performance.now();
    await eventually(
      async () => {
        if (!this.isRunning) throw new Error(`the service has ended: ${this.output.slice(-2000)}`);
        const answer = await call(this.url, 'GET', '/api/health/ready', { timeout: 15_000, agent: false });
        if (answer.status !== 200) throw new Error(`not ready: ${answer.status ?? answer.gone}; ${this.output.slice(-2000)}`);
      },
      seconds,
      25,
    );
    return secondsSince(began);
  }

  stopForGood() {
    this.#isStoppedForGood = true;
    if (this.isRunning) this.#child.kill('SIGKILL');
  }

  async kill(name = 'SIGKILL') {
    if (this.isRunning) this.#child.kill(name);
    return this.#ended;
  }

  /** Graceful stop with a timeout. */
  async stop(seconds = 60) {
    if (!this.isRunning) return this.#ended;
    this.#child.kill('SIGTERM');
    const late = pause(seconds * 1000).then(() => 'late');
    if ((await Promise.race([this.#ended, late])) === 'late') this.#child.kill('SIGKILL');
    return this.#ended;
  }
}
