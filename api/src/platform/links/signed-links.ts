import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InstallationKeys } from '../secrets/installation-keys.ts';

/** What a link is for and about. `subject` has digits, letters, underscores and hyphens only. */
export interface LinkContent {
  purpose: string;
  subject: string;
  expiresAt: Date;
}

export type LinkCheck = { state: 'valid'; subject: string } | { state: 'expired'; subject: string } | { state: 'invalid' };

/** The signature alone is longer than what `safePath` shows, so a token never reaches a log or a problem. */
const tokenPattern = /^([\w-]{1,60})\.([\da-z]{1,9})\.([\w-]{43})$/;

/**
 * Links that let their receiver do one thing without signing in: `<subject>.<expiry>.<signature>`, signed with a key of this installation
 * for one purpose. Nothing is stored: whether a link has been used follows from what it changes.
 */
export class SignedLinks {
  readonly #keys: InstallationKeys;

  constructor(keys: InstallationKeys) {
    this.#keys = keys;
  }

  async sign({ purpose, subject, expiresAt }: LinkContent): Promise<string> {
    if (!/^[\w-]{1,60}$/.test(subject)) throw new Error('a subject of a link has other characters');
    const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
    return `${subject}.${expiry}.${await this.#signature(purpose, subject, expiry)}`;
  }

  /** A link of another purpose or installation, or a changed one, is invalid; `expired` is one of ours that is too old. */
  async check(purpose: string, token: string, now: Date): Promise<LinkCheck> {
    const [, subject = '', expiry = '', signature = ''] = tokenPattern.exec(token) ?? [];
    if (subject === '') return { state: 'invalid' };
    const expected = await this.#signature(purpose, subject, expiry);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return { state: 'invalid' };
    return { state: Number.parseInt(expiry, 36) * 1000 <= now.getTime() ? 'expired' : 'valid', subject };
  }

  async #signature(purpose: string, subject: string, expiry: string): Promise<string> {
    return createHmac('sha256', await this.#keys.get('signed-link'))
      .update(`${purpose}\n${subject}\n${expiry}`)
      .digest('base64url');
  }
}

/** Address of a link; the page behind it is made by pages/link-page.ts. */
export const linkAddress = (publicUrl: string, purpose: string, token: string): string => `${publicUrl}/link/${purpose}/${token}`;
