import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushedMessage {
  path: string;
  title: string;
  text: string;
  tag: string;
  headers: Record<string, string>;
}

/** A browser's side of web push: keys of a subscription, and a push service that decrypts what it gets (RFC 8188 and 8291). */
export class PushEndpoint {
  readonly received: { device: string; payload: PushedMessage; headers: Record<string, string | string[] | undefined> }[] = [];
  /** Status that a device answers with; 0: it never answers. */
  readonly answers = new Map<string, number>();
  /** Devices that were called, also without success. */
  readonly called: string[] = [];
  readonly #server: Server;
  readonly #browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  vapidKey = '';

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const device = (request.url ?? '').slice(1);
        this.called.push(device);
        const status = this.answers.get(device) ?? 201;
        if (status === 201) {
          this.#verify(request.headers.authorization ?? '');
          this.received.push({ device, payload: this.#decrypt(device, Buffer.concat(chunks)), headers: request.headers });
        }
        if (status !== 0) response.writeHead(status).end();
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  subscribe(device: string): { endpoint: string; p256dh: string; auth: string; device: string } {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const auth = randomBytes(16);
    this.#browsers.set(device, { ecdh, auth });
    return {
      endpoint: `${this.url}/${device}`,
      p256dh: ecdh.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
      device: `Test ${device}`,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The token must be signed by the key that browsers get from the service, for this push service. */
  #verify(authorization: string): void {
    const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(authorization)?.groups ?? {};
    const [header, claims, signature] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const isValid = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature ?? '', 'base64url'),
    );
    const { aud } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as { aud: string };
    if (!isValid || key !== this.vapidKey || aud !== this.url) throw new Error('the VAPID token is wrong');
  }

  #decrypt(device: string, body: Buffer): PushedMessage {
    const { ecdh, auth } = this.#browsers.get(device) ?? {};
    if (ecdh === undefined || auth === undefined) throw new Error(`no browser ${device}`);
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
    const shared = createHmac('sha256', createHmac('sha256', auth).update(ecdh.computeSecret(senderKey)).digest())
      .update(Buffer.concat([info, Buffer.from([1])]))
      .digest();
    const derive = (label: string, length: number) => Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from(`${label}\0`), length));
    const decipher = createDecipheriv('aes-128-gcm', derive('Content-Encoding: aes128gcm', 16), derive('Content-Encoding: nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushedMessage;
  }
}
