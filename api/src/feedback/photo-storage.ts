import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';

/** Where pictures are kept. Keys are ours: letters, digits, dashes. */
export interface PhotoStorage {
  put(key: string, picture: Buffer): Promise<void>;
  /** undefined: not there. */
  find(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
}

/** A folder beside the embedded database. */
export function folderStorage(folder: string): PhotoStorage {
  const path = (key: string) => join(folder, `${key}.jpg`);
  return {
    async put(key, picture) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written beside and moved, so that nobody ever reads half a picture.
      await writeFile(`${path(key)}.part`, picture, { flush: true });
      await rename(`${path(key)}.part`, path(key));
    },
    async find(key) {
      try {
        return await readFile(path(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
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
    const response = await client.fetch(url(key), {
      method,
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    if (!response.ok && response.status !== 404) throw new Error(`the photo storage answered ${response.status}`);
    return response;
  };
  return {
    async put(key, picture) {
      if ((await ask('PUT', key, picture)).status === 404) throw new Error('the photo storage has no such bucket');
    },
    async find(key) {
      const response = await ask('GET', key);
      return response.status === 404 ? undefined : Buffer.from(await response.arrayBuffer());
    },
    async remove(key) {
      await ask('DELETE', key);
    },
  };
}
