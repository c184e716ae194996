import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { SendOutcome } from './channel.ts';
import type { Zalo } from './zalo.ts';
import { claimRefresh, endRefresh, findZaloAccount, readAppSecrets, readTokens, replaceTokens } from './zalo-store.ts';

export interface AccessToken {
  token: string;
  generation: string;
}

/** Why there is no access token. Nothing was sent. */
export type NoToken = Extract<SendOutcome, { result: 'refused' | 'failed' | 'later' }>;

/** Longer than a refresh can take, so that two processes do not use one refresh token at the same time. */
const claimSeconds = 60;
const refreshTimeoutMs = 5000;
/** A token that expires within this time is refreshed before. */
const refreshAheadMs = 60_000;
/** Zalo does not change its mind about a refresh token soon; an admin has to enter another one. */
const refusalSeconds = 600;

/**
 * The access token of the Zalo account. A refresh token works once: the process that uses it has claimed it in the database, and stores
 * the new pair in one transaction.
 */
export class ZaloTokens {
  readonly #database: Database;
  readonly #box: SecretBox;
  readonly #zalo: Zalo;
  readonly #clock: Clock;
  readonly #refreshing = new Map<string, Promise<AccessToken | NoToken>>();

  constructor({ database, box, zalo, clock }: { database: Database; box: SecretBox; zalo: Zalo; clock: Clock }) {
    this.#database = database;
    this.#box = box;
    this.#zalo = zalo;
    this.#clock = clock;
  }

  /** `rejected`: the generation of a token that Zalo no longer accepts. */
  async get(rejected?: string): Promise<AccessToken | NoToken> {
    const { write } = this.#database;
    const account = await findZaloAccount(write);
    const tokens = await readTokens(write, this.#box);
    if (account === undefined || tokens === undefined) return { result: 'refused', error: 'Zalo is not set up.' };
    const { generation, expiresAt, refreshingUntil, tokenError } = account;
    const now = this.#clock();
    const isValid = expiresAt !== null && expiresAt.getTime() - refreshAheadMs > now.getTime();
    if (tokens.accessToken !== null && isValid && generation !== rejected) return { token: tokens.accessToken, generation };
    // One at a time in this process, so that the others wait for its result.
    const running = this.#refreshing.get(generation);
    if (running !== undefined) return running;
    if (refreshingUntil !== null && refreshingUntil > now)
      return tokenError === null ? inProgress : { result: 'refused', error: `Zalo refuses the refresh token (${tokenError}).` };
    const refreshing = this.#refresh(generation).finally(() => this.#refreshing.delete(generation));
    this.#refreshing.set(generation, refreshing);
    return refreshing;
  }

  async #refresh(generation: string): Promise<AccessToken | NoToken> {
    const { write } = this.#database;
    if (!(await claimRefresh(write, generation, this.#clock(), claimSeconds))) return inProgress;
    // Read after the claim: before it another process may have replaced them.
    const [account, tokens, app] = [
      await findZaloAccount(write),
      await readTokens(write, this.#box),
      await readAppSecrets(write, this.#box),
    ];
    if (account?.generation !== generation || tokens === undefined || app === undefined) return inProgress;
    const credentials = { appId: account.appId, appSecret: app.appSecret };
    const result = await this.#zalo.refresh(credentials, tokens.refreshToken, AbortSignal.timeout(refreshTimeoutMs));
    const now = this.#clock();
    if (!('result' in result)) {
      const { accessToken, refreshToken, expiresInSeconds } = result;
      const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000);
      const isStored = await this.#database.transaction((tx) =>
        replaceTokens(tx, this.#box, generation, { accessToken, refreshToken }, expiresAt, now),
      );
      return isStored ? { token: accessToken, generation: String(BigInt(generation) + 1n) } : inProgress;
    }
    const { error } = result;
    if (result.result === 'refused') {
      await endRefresh(write, generation, new Date(now.getTime() + refusalSeconds * 1000), error);
      return { result: 'refused', error: `Zalo refuses the refresh token (${error}).` };
    }
    // Without an answer the token may be used up. It is tried again when the claim has ended: that can only be refused.
    if (result.result === 'failed') await endRefresh(write, generation, null, null);
    return { result: 'failed', error: `The token could not be refreshed: ${error}` };
  }
}

const inProgress = { result: 'later', error: 'The token is being refreshed.', delaySeconds: 2 } as const;
