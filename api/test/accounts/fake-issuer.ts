import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './openid-provider.ts';

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

type Endpoint = 'discovery' | 'token' | 'keys' | 'userinfo';
export type Trouble = 'hangs' | 'fails' | 'sends junk' | 'sends too much' | 'redirects' | 'closes the connection';

/** An issuer that does wrong what a real one never does: it signs bad tokens, hangs, fails, or answers with junk. */
export class FakeIssuer {
  readonly url: string;
  /** Changes to the claims of the next ID tokens; undefined values remove a claim. */
  claims: Record<string, unknown> = {};
  /** Changes to the discovery document. */
  metadata: Record<string, unknown> = {};
  trouble: Partial<Record<Endpoint, Trouble>> = {};
  /** How the next ID tokens are signed. */
  signature: 'valid' | 'other key' | 'none' | 'missing token' = 'valid';
  /** Requests since the start, by endpoint. */
  readonly requests: Record<Endpoint, number> = { discovery: 0, token: 0, keys: 0, userinfo: 0 };
  close: () => Promise<void> = async () => {};
  readonly #keys = newKeys();
  readonly #otherKeys = newKeys();
  /** By code: what the browser asked for. */
  readonly #codes = new Map<string, { nonce: string; challenge: string; subject: string; email: string | undefined }>();
  #made = 0;

  private constructor(url: string) {
    this.url = url;
  }

  static async start(): Promise<FakeIssuer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = new FakeIssuer(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void issuer.#answer(request, response));
    issuer.close = () => closeServer(server);
    return issuer;
  }

  /** What the browser brings back after it has signed in there. */
  signIn(authorizationUrl: string, subject: string, email?: string): { state: string; code: string } {
    const { searchParams } = new URL(authorizationUrl);
    const code = `code-${++this.#made}`;
    const [nonce, challenge] = [searchParams.get('nonce') ?? '', searchParams.get('code_challenge') ?? ''];
    this.#codes.set(code, { nonce, challenge, subject, email });
    return { state: searchParams.get('state') ?? '', code };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', this.url).pathname;
    const endpoint = ({ '/token': 'token', '/keys': 'keys', '/userinfo': 'userinfo' } as const)[path] ?? 'discovery';
    this.requests[endpoint]++;
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    switch (this.trouble[endpoint]) {
      case 'hangs':
        return;
      case 'fails':
        return void json(500, { error: 'server_error' });
      case 'sends junk':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>\u0000');
      case 'sends too much':
        return void json(200, { filling: 'a'.repeat(3_000_000) });
      case 'redirects':
        return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      case 'closes the connection':
        return void request.socket.destroy();
    }
    if (endpoint === 'discovery') return void json(200, { ...this.#document(), ...this.metadata });
    if (endpoint === 'keys')
      return void json(200, { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] });
    if (endpoint === 'userinfo') return void json(200, { sub: 'someone else' });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const asked = this.#codes.get(body.get('code') ?? '');
    this.#codes.delete(body.get('code') ?? '');
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked === undefined || asked.challenge !== proof) return void json(400, { error: 'invalid_grant' });
    const idToken = this.#idToken(asked.subject, asked.email, asked.nonce);
    json(200, { access_token: 'a', token_type: 'Bearer', ...(this.signature === 'missing token' ? {} : { id_token: idToken }) });
  }

  #document(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  #idToken(subject: string, email: string | undefined, nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.url,
      aud: 'swath',
      sub: subject,
      iat: now,
      exp: now + 300,
      nonce,
      ...(email === undefined ? {} : { email, email_verified: true }),
      ...this.claims,
    };
    const unsigned = `${base64url({ alg: this.signature === 'none' ? 'none' : 'RS256', kid: 'k' })}.${base64url(claims)}`;
    if (this.signature === 'none') return `${unsigned}.`;
    const { privateKey: key } = this.signature === 'other key' ? this.#otherKeys : this.#keys;
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`;
  }
}
