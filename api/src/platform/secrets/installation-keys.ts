import type { Db } from '../postgres/database.ts';
import { findInstallationKey, listInstallationKeys, replaceInstallationKey } from './installation-key-store.ts';
import { openBytes, sealBytes } from './sealed-bytes.ts';
import { type SecretBox, SecretUnreadable } from './secret-box.ts';

/** It is authenticated, so a stored key cannot be moved to another name. */
const sealedName = (name: string): string => `installation key ${name}`;

/**
 * Secret keys of this installation by name, for signatures of links, cookies and codes. They are derived from the secret key of the
 * service, so they are in no database, and all processes with that key have the same. Those that an earlier version stored stay in use as
 * long as the secret key opens them.
 */
export class InstallationKeys {
  readonly #db: Db;
  readonly #box: SecretBox;
  readonly #keys = new Map<string, Promise<Buffer>>();

  constructor(db: Db, box: SecretBox) {
    this.#db = db;
    this.#box = box;
  }

  get(name: string): Promise<Buffer> {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = this.#find(name).catch((error: unknown) => {
      this.#keys.delete(name);
      throw error;
    });
    this.#keys.set(name, key);
    return key;
  }

  async #find(name: string): Promise<Buffer> {
    const derived = this.#box.hash('installation key', name);
    const stored = await findInstallationKey(this.#db, name, derived);
    try {
      return stored === undefined ? derived : openBytes(this.#box, sealedName(name), stored);
    } catch (error) {
      // Sign-in does not depend on a lost key; the start and the doctor report it.
      if (error instanceof SecretUnreadable) return derived;
      throw error;
    }
  }
}

/**
 * Encrypts the keys that an earlier version stored in clear. It runs an hour after the start, so that processes of that version can still
 * use them during an update.
 */
export async function sealInstallationKeys(db: Db, box: SecretBox): Promise<void> {
  for (const { name, key } of await listInstallationKeys(db)) {
    const sealed = sealBytes(box, sealedName(name), key);
    if (sealed !== key) await replaceInstallationKey(db, name, key, sealed);
  }
}

/** How many keys are stored, and the names of those that this secret key cannot read. */
export async function checkInstallationKeys(db: Db, box: SecretBox | undefined): Promise<{ total: number; unreadable: string[] }> {
  const stored = await listInstallationKeys(db);
  const isReadable = (name: string, key: Buffer): boolean => {
    try {
      openBytes(box, sealedName(name), key);
      return true;
    } catch {
      return false;
    }
  };
  return { total: stored.length, unreadable: stored.filter(({ name, key }) => !isReadable(name, key)).map(({ name }) => name) };
}
