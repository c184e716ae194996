import { get } from 'node:http';
import { pause } from './wait.mjs';

/** A user with the app open: a live stream that reconnects and resumes. */
export class StreamListener {
  /** Ids of the received notifications. */
  received = new Set();
  #url;
  #token;
  #last = '';
  #closed = false;
  #request;

  constructor(url, token) {
    this.#url = url;
    this.#token = token;
    void this.#listen();
  }

  async #listen() {
    while (!this.#closed) {
      await this.#once();
      await pause(200);
    }
  }

  #once() {
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${this.#token}`, ...(this.#last === '' ? {} : { 'last-event-id': this.#last }) };
      this.#request = get(`${this.#url}/api/common/notification/stream`, { headers, agent: false }, (response) => {
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          if (response.statusCode === 200) for (const line of lines) this.#readLine(line);
        });
        response.on('close', resolve);
        response.on('error', () => {});
      });
      this.#request.on('error', resolve);
    });
  }

  #pending = '';

  #readLine(line) {
    if (line.startsWith('id: ')) this.#pending = line.slice(4);
    else if (line.startsWith('data: ') && this.#pending !== '') this.received.add(this.#pending);
    else if (line === '' && this.#pending !== '') {
      this.#last = this.#pending;
      this.#pending = '';
    }
  }

  close() {
    this.#closed = true;
    this.#request?.destroy();
  }
}
