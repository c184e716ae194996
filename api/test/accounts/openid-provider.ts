import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const clientId = 'swath';
export const clientSecret = 'the-secret-of-the-client-of-the-tests';

export interface OpenIdProvider {
  url: string;
  close(): Promise<void>;
}

/** Closes at once, whatever is connected. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/**
 * A real provider with its own pages for sign-in and consent. The name that a person enters becomes the subject, and an e-mail address:
 * verified, unless it begins with `unverified`; none, if it has no @.
 */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of-the-tests'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: 'Nguyễn Văn Lúa',
        ...(id.includes('@') ? { email: id, email_verified: !id.startsWith('unverified') } : {}),
      }),
    }),
  });
  server.on('request', provider.callback());
  return { url, close: () => closeServer(server) };
}

/**
 * What a browser does at the provider: signs in on its page, consents, and follows the redirects, until the provider sends it back to the
 * service. Answers with the parameters of that address. `cancel`: follows the link to give up.
 */
export async function signInAtProvider(
  authorizationUrl: string,
  name: string,
  redirectUri: string,
  cancel = false,
): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let url = authorizationUrl;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    if (url.startsWith(redirectUri)) return Object.fromEntries(new URL(url).searchParams);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    form = undefined;
    const location = response.headers.get('location');
    const text = await response.text();
    if (location !== null) url = new URL(location, url).href;
    else {
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
      if (action === undefined) throw new Error(`The provider answered ${response.status}: ${text.slice(0, 500)}`);
      const [, abort = ''] = /href="([^"]+\/abort)"/.exec(text) ?? [];
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
      url = new URL(cancel ? abort : action, url).href;
      if (!cancel) form = new URLSearchParams({ prompt, login: name, password: 'any' });
    }
  }
  throw new Error('The provider did not send the browser back.');
}
