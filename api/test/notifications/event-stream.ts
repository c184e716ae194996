import { type IncomingMessage, request } from 'node:http';

export interface Received {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any event and fail on missing fields
  data: any;
}

export interface EventStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** Notifications. */
  events: Received[];
  /** Orders that changed, from the named events; null means any order. */
  changes: (number | null)[];
  comments: string[];
  /** The id from which a browser would resume. */
  lastId: () => string;
  /** Resolves when the service has ended the stream. */
  ended: Promise<void>;
  pause(): void;
  leave(): void;
}

/** Reads Server-Sent Events as a browser does. */
export function openStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/common/notification/stream`, { headers, agent: false }, (response) => {
      const events: Received[] = [];
      const changes: (number | null)[] = [];
      const comments: string[] = [];
      let lastId = '';
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          let data = '';
          for (const line of block.split('\n')) {
            if (line.startsWith(':')) comments.push(line);
            if (line.startsWith('id: ')) lastId = line.slice(4);
            if (line.startsWith('data: ')) data += line.slice(6);
          }
          if (block.startsWith('event: change')) changes.push(JSON.parse(data).orderId);
          else if (data !== '') events.push({ id: lastId, data: JSON.parse(data) });
        }
      });
      response.on('error', () => {});
      const ended = new Promise<void>((done) => response.once('close', () => done()));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        changes,
        comments,
        lastId: () => lastId,
        ended,
        pause: () => response.pause(),
        leave: () => sent.destroy(),
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
