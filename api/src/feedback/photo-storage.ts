import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { AppError } from '../errors.ts';

/** Where pictures are kept. Keys are ours: letters, digits, dashes. Fails with PHOTO_STORAGE_FULL or PHOTO_STORAGE_UNAVAILABLE. */
export interface PhotoStorage {
  put(key: string, picture: Buffer): Promise<void>;
  /** undefined: not there. */
  find(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
}

function storageError(cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new AppError('PHOTO_STORAGE_FULL', 'There is no space left for photos. The photo was not saved; nothing else is affected.', { cause })
    : new AppError('PHOTO_STORAGE_UNAVAILABLE', 'The photo storage is not available just now. Please try again in a moment.', {
        retryAfterSeconds: 10,
        cause,
      });
}

/** A folder beside the embedded database. */
export function folderStorage(folder: string): PhotoStorage {
  const path = (key: string) => join(folder, `${key}.jpg`);
  return {
    async put(key, picture) {
      const part = `${path(key)}.part`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        // Written beside and moved, so that nobody ever reads half a picture.
        await writeFile(part, picture, { flush: true });
        await rename(part, path(key));
      } catch (error) {
        await rm(part, { force: true }).catch(() => {});
        throw storageError(error);
      }
    },
    async find(key) {
      try {
        return await readFile(path(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw storageError(error);
      }
    },
    remove: (key) => rm(path(key), { force: true }),
  };
}

export interface S3Options {
  /** Of the bucket's host, without the bucket: https://s3.example.com */
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}

/** Any S3-compatible storage: for services on several machines. */
export function s3Storage({ endpoint, bucket, region, keyId, secret }: S3Options): PhotoStorage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 2 });
  const url = (key: string) => `${endpoint.replace(/\/$/, '')}/${bucket}/${key}.jpg`;
  const ask = async (method: string, key: string, body?: Buffer): Promise<Response> => {
    const headers = body === undefined ? {} : { 'content-type': 'image/jpeg' };
    const answer = client.fetch(url(key), {
      method,
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const response = await answer.catch((error: unknown) => {
      throw storageError(error);
    });
    if (!response.ok && response.status !== 404) throw storageError(new Error(`the photo storage answered ${response.status}`));
    return response;
  };
  return {
    async put(key, picture) {
      if ((await ask('PUT', key, picture)).status === 404) throw storageError(new Error('the photo storage has no such bucket'));
    },
    async find(key) {
      const response = await ask('GET', key);
      if (response.status === 404) return undefined;
      return Buffer.from(
        await response.arrayBuffer().catch((error: unknown) => {
          throw storageError(error);
        }),
      );
    },
    async remove(key) {
      await ask('DELETE', key);
    },
  };
}
