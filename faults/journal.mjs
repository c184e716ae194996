// What was asked of the service and what it answered, kept outside of it: the intention before, the answer after.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export class Journal {
  #file;
  #descriptor;
  #sync;
  #next = 0;

  constructor(file) {
    this.#file = file;
    this.#descriptor = openSync(file, 'a', 0o600);
    // Each line is handed to the system at once; the disk is waited for now and then, so that the load is not ours to set.
    this.#sync = setInterval(() => fsyncSync(this.#descriptor), 200);
    this.#sync.unref();
  }

  /** Before anything is sent. */
  intend(entry) {
    const n = this.#next++;
    this.#write({ n, ...entry });
    return n;
  }

  /** A try that led to no answer, or to one that asks to come back. */
  tried(n, how) {
    this.#write({ n, tried: how });
  }

  answered(n, entry) {
    this.#write({ n, ...entry });
  }

  #write(line) {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`);
  }

  /** What was asked, with its tries and its answer, as it is on disk. */
  read() {
    fsyncSync(this.#descriptor);
    const asked = new Map();
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { n, ...rest } = JSON.parse(line);
      const known = asked.get(n) ?? { tries: [] };
      if ('tried' in rest) known.tries.push(rest.tried);
      else Object.assign(known, rest);
      asked.set(n, known);
    }
    return [...asked.values()];
  }

  close() {
    clearInterval(this.#sync);
    closeSync(this.#descriptor);
  }
}
