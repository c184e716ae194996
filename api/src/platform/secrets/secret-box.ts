import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const version = 1;
const nonceLength = 12;
const tagLength = 16;

/** Encrypts secrets that the service has to read again (AES-256-GCM). The name is authenticated: a value cannot be moved to another one. */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('The key of secrets must have 32 bytes.');
    this.#key = key;
  }

  seal(name: string, secret: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]);
  }

  /** A keyed hash (HMAC-SHA-256) of a short secret, which cannot be found by trying all values without the key. */
  hash(name: string, secret: string): Buffer {
    const key = createHmac('sha256', this.#key).update(`hash ${name}`).digest();
    return createHmac('sha256', key).update(secret).digest();
  }

  /** Throws if the value was sealed with another key or under another name. */
  open(name: string, sealed: Buffer): string {
    try {
      if (sealed[0] !== version) throw new Error('unknown version');
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const tag = sealed.subarray(1 + nonceLength, 1 + nonceLength + tagLength);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(name))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(1 + nonceLength + tagLength)), decipher.final()]).toString();
    } catch {
      throw new SecretUnreadable();
    }
  }
}

/** The key differs from the one that the secret was stored with. */
export class SecretUnreadable extends Error {
  constructor() {
    super('A stored secret cannot be read: SWATH_SECRET_KEY, or secret.key in the data folder, is not the one it was stored with.');
  }
}

/** The key from the environment, or of a file that only the service can read, created on first use. */
export async function readSecretKey(dataFolder: string, given: Buffer | undefined): Promise<Buffer> {
  if (given !== undefined) return given;
  const path = join(dataFolder, 'secret.key');
  await mkdir(dataFolder, { recursive: true });
  await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
}

/** The same without creating it. Undefined: there is none yet. */
export async function findSecretKey(dataFolder: string, given: Buffer | undefined): Promise<Buffer | undefined> {
  if (given !== undefined) return given;
  const text = await readFile(join(dataFolder, 'secret.key'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return text === undefined ? undefined : Buffer.from(text.trim(), 'hex');
}
