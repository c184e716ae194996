import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { AppError } from '../errors.ts';
import { boundedFetch } from '../platform/outgoing/read-answer.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { type Claims, type Identity, identityOf, isSecureUrl } from './oidc-rules.ts';

/** An issuer as its client needs it. */
export interface IssuerAccess {
  id: string;
  name: string;
  url: string;
  clientId: string;
  clientSecret: string;
  version: number;
}

/** What the service sends with a sign-in and expects back. */
export interface Expected {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Parameters of the redirect back from the issuer. */
export interface CallbackParameters {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

export interface IssuerClientOptions {
  publicUrl: string;
  /** Of each request to an issuer. */
  timeoutMs: number;
  log: Log;
}

/** The page of the web app to which issuers send the browser back. */
export const redirectUriOf = (publicUrl: string): string => new URL('/sign-in/callback', publicUrl).href;

const discoveryLifetimeMs = 3_600_000;
const maxAnswerBytes = 512 * 1024;

/** Loaded with the first sign-in through an issuer. */
const openId = () => import('openid-client');

export const refused = () => new AppError('OIDC_REFUSED', 'The sign-in could not be verified. Please start again.');
export const unavailable = (name: string) =>
  new AppError('OIDC_UNAVAILABLE', `${name} does not answer as it should. Please try again later, or sign in another way.`, {
    retryAfterSeconds: 30,
  });

/** Errors of openid-client that mean: the response has no identity that may sign in. All others mean that the issuer is out of order. */
const refusalCodes = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

interface Discovered {
  version: number;
  validUntilMs: number;
  configuration: Promise<Configuration>;
}

/** Requests to issuers. Discovery documents and keys are cached; every request goes through the filter of outgoing requests. */
export class IssuerClients {
  readonly redirectUri: string;
  readonly #options: IssuerClientOptions;
  readonly #discovered = new Map<string, Discovered>();

  constructor(options: IssuerClientOptions) {
    this.#options = options;
    this.redirectUri = redirectUriOf(options.publicUrl);
  }

  /** Where the browser signs in at the issuer. */
  authorizationUrl(issuer: IssuerAccess, { state, nonce, codeVerifier }: Expected): Promise<string> {
    return this.#guard(issuer, async () => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openId();
      const url = buildAuthorizationUrl(await this.#configuration(issuer), {
        redirect_uri: this.redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      // The address is from the issuer, and the browser goes there: no javascript: address.
      if (!isSecureUrl(url)) throw new Error('The authorization endpoint is neither https nor on this machine.');
      return url.href;
    });
  }

  /** Exchanges the code for an ID token and verifies it. */
  async identify(issuer: IssuerAccess, callback: CallbackParameters, expected: Expected): Promise<Identity> {
    const claims = await this.#guard(issuer, async () => {
      const { authorizationCodeGrant, fetchUserInfo } = await openId();
      const configuration = await this.#configuration(issuer);
      const currentUrl = new URL(this.redirectUri);
      for (const [name, value] of Object.entries(callback)) if (value !== undefined) currentUrl.searchParams.set(name, value);
      const tokens = await authorizationCodeGrant(configuration, currentUrl, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (idToken === undefined) return {};
      // Some issuers put only the subject into the ID token.
      if (idToken.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return idToken as Claims;
      return (await fetchUserInfo(configuration, tokens.access_token, idToken.sub)) as Claims;
    });
    const identity = identityOf(claims);
    if (identity === undefined) throw refused();
    return identity;
  }

  #configuration(issuer: IssuerAccess): Promise<Configuration> {
    const cached = this.#discovered.get(issuer.id);
    if (cached?.version === issuer.version && cached.validUntilMs > performance.now()) return cached.configuration;
    const configuration = this.#discover(issuer).catch((error: { code?: unknown; message?: unknown }) => {
      // Without the code: whatever is wrong with the document, the issuer is out of order, and no sign-in is refused.
      throw new Error(`discovery: ${String(error.message)} (${String(error.code ?? 'no code')})`);
    });
    const entry = { version: issuer.version, validUntilMs: performance.now() + discoveryLifetimeMs, configuration };
    this.#discovered.set(issuer.id, entry);
    configuration.catch(() => {
      if (this.#discovered.get(issuer.id) === entry) this.#discovered.delete(issuer.id);
    });
    return configuration;
  }

  async #discover({ url, clientId, clientSecret }: IssuerAccess): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } =
      await openId();
    const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
    // Basic is what OpenID Connect assumes if the issuer does not say.
    const authenticate: ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported;
      const usesPost = methods?.includes('client_secret_basic') === false && methods.includes('client_secret_post');
      return (usesPost ? post : basic)(server, ...rest);
    };
    const configuration = await discovery(new URL(url), clientId, undefined, authenticate, {
      timeout: Math.ceil(this.#options.timeoutMs / 1000),
      [customFetch]: boundedFetch(maxAnswerBytes) as CustomFetch,
      execute: [
        // The signature of the ID token is verified also where TLS already authenticates the issuer.
        enableNonRepudiationChecks,
        ...(url.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    });
    // The library accepts other names for some issuers, under which several organisations would share their subjects.
    if (new URL(configuration.serverMetadata().issuer).href !== new URL(url).href) throw new Error('The issuer has another name.');
    return configuration;
  }

  /** Whatever the issuer answers becomes a problem that people can read. */
  async #guard<T>(issuer: IssuerAccess, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, error: answered, message } = error as { code?: unknown; error?: unknown; message?: unknown };
      // Neither the cause nor the answer: they contain tokens.
      this.#options.log.warn({ issuer: issuer.name, code, answered, message }, 'sign-in through an issuer failed');
      if (answered === 'invalid_grant' || refusalCodes.has(String(code))) throw refused();
      this.#discovered.delete(issuer.id);
      throw unavailable(issuer.name);
    }
  }
}
