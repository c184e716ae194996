// Journal of requests and responses, outside the service: each request is written before it is sent, its response afterwards.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export class Journal {
  #file;
  #descriptor;
  #sync;
  #next = 0;

  constructor(file) {
    this.#file = file;
    this.#descriptor = openSync(file, 'a', 0o600);
    // Each line is written at once; fsync is called occasionally, so that the journal does not limit the load.
    this.#sync = setInterval(() => fsyncSync(this.#descriptor), 200);
    this.#sync.unref();
  }

  /** Called before a request is sent. */
  intend(entry) {
    const n = this.#next++;
    this.#write({ n, ...entry });
    return n;
  }

  /** An attempt without a response, or with one that requests a retry. */
  tried(n, how) {
    this.#write({ n, tried: how });
  }

  answered(n, entry) {
    this.#write({ n, ...entry });
  }

  #write(line) {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
  }

  /** Requests with their attempts and responses, as stored on disk. */
  read() {
    fsyncSync(this.#descriptor);
    const entries = new Map();
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { n, ...rest } = JSON.parse(line);
      const known = entries.get(n) ?? { tries: [] };
      if ('tried' in rest) known.tries.push(rest.tried);
      else Object.assign(known, rest);
      entries.set(n, known);
    }
    return [...entries.values()];
  }

  close() {
    clearInterval(this.#sync);
    closeSync(this.#descriptor);
  }
}
