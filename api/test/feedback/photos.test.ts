import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderStorage, type PhotoStorage, s3Storage } from '../../src/feedback/photo-storage.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

const rating = { overallRating: 5, attentiveRating: 4, friendlyRating: 5, professionalRating: 5, text: 'Tốt' };

/** A rotated photo with a location and a camera in its metadata. */
const photo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7d2c' } })
    .withExif({ IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' }, IFD3: { GPSLatitude: '10/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

let day = 0;

async function ratedOrder(service: Service, farmer: Caller): Promise<number> {
  const { id } = await placed(farmer, { date: `2027-01-1${day++}` });
  await service.sql("update spray_order set order_status = 'completed', confirmed = true, completion_date = '2026-11-17' where id = $1", [
    id,
  ]);
  expect((await farmer.post(`/api/farmer/order/${id}/feedback`, rating)).status).toBe(200);
  return id;
}

const upload = async (service: Service, farmer: Caller, id: number, body: Buffer, type = 'image/jpeg', key?: string) => {
  const response = await fetch(`${service.url}/api/farmer/order/${id}/feedback/photo`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${farmer.token}`,
      'content-type': type,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const download = async (service: Service, who: Caller, path: string) => {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${who.token}` } });
  return { status: response.status, type: response.headers.get('content-type'), picture: Buffer.from(await response.arrayBuffer()) };
};

describe('a photo storage that fails to write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-full-'));
  // Every photo gets the same name, so that the target file can be prepared.
  const full: PhotoStorage = { ...folderStorage(folder), put: (_, picture) => folderStorage(folder).put('photo', picture) };
  let service: Service;
  let farmer: Caller;
  beforeAll(async () => {
    service = await startService({ photos: full });
    farmer = await signedIn(service, 'farmer');
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.runIf(existsSync('/dev/full')).each([
    ['without an Idempotency-Key', undefined],
    ['with an Idempotency-Key', 'full-disk'],
  ])('when its disk is full, %s, then the service answers 507 and leaves no partial file', async (_, key) => {
    const id = await ratedOrder(service, farmer);
    symlinkSync('/dev/full', join(folder, 'photo.jpg.part'));
    const { status, body } = await upload(service, farmer, id, await photo(), 'image/jpeg', key);
    expect([status, body.code]).toEqual([507, 'PHOTO_STORAGE_FULL']);
    expect(readdirSync(folder)).toEqual([]);
    // The disk has space again.
    expect((await upload(service, farmer, id, await photo(), 'image/jpeg', key)).status).toBe(200);
    rmSync(join(folder, 'photo.jpg'));
  });

  test('when its folder cannot be written, then the service answers 503 with a code of its own', async () => {
    const id = await ratedOrder(service, farmer);
    mkdirSync(join(folder, 'photo.jpg.part'));
    const { status, body } = await upload(service, farmer, id, await photo());
    expect([status, body.code]).toEqual([503, 'PHOTO_STORAGE_UNAVAILABLE']);
  });
});

describe('photos in the data folder', () => {
  let service: Service;
  let farmer: Caller;
  beforeAll(async () => {
    service = await startService();
    farmer = await signedIn(service, 'farmer');
  });
  afterAll(() => service.close());

  test('when a photo is added, then it is stored upright and without metadata, for its farmer and the office only', async () => {
    const id = await ratedOrder(service, farmer);
    const added = await upload(service, farmer, id, await photo());
    expect([added.status, added.body.width, added.body.height]).toEqual([200, 200, 300]);
    const path = `order/${id}/feedback/photo/${added.body.id}`;
    const got = await download(service, farmer, `/api/farmer/${path}`);
    expect([got.status, got.type]).toEqual([200, 'image/jpeg']);
    const { exif, format } = await sharp(got.picture).metadata();
    expect([format, exif]).toEqual(['jpeg', undefined]);
    expect(got.picture.includes('Secret')).toBe(false);
    const receptionist = await signedIn(service, 'receptionist');
    expect((await download(service, receptionist, `/api/receptionist/${path}`)).status).toBe(200);
    expect((await receptionist.get(`/api/receptionist/order/${id}/feedback/photo/`)).body.page.totalElements).toBe(1);
    const other = await signedIn(service, 'farmer');
    expect((await download(service, other, `/api/farmer/${path}`)).status).toBe(404);
    expect((await upload(service, other, id, await photo())).status).toBe(404);
  });

  test('when ten are uploaded at once, then five are stored', async () => {
    const id = await ratedOrder(service, farmer);
    const picture = await photo();
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(service, farmer, id, picture)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_PHOTOS')).toHaveLength(5);
  });

  test('when the file is not a picture or too large, or there is no feedback, then it is refused with the reason', async () => {
    const id = await ratedOrder(service, farmer);
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect((await upload(service, farmer, id, script)).body.code).toBe('NOT_A_PICTURE');
    expect((await upload(service, farmer, id, await photo(), 'image/svg+xml')).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await upload(service, farmer, id, await photo(), 'application/json')).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect((await upload(service, farmer, id, Buffer.alloc(11 * 1024 * 1024))).body.code).toBe('BODY_TOO_LARGE');
    const cut = (await photo()).subarray(0, 200);
    expect((await upload(service, farmer, id, cut)).body.code).toBe('NOT_A_PICTURE');
    const unrated = await placed(farmer, { date: '2026-11-19' });
    expect((await upload(service, farmer, unrated.id, await photo())).body.code).toBe('NO_FEEDBACK');
  });
});

describe('photos in S3-compatible storage', () => {
  const keys = { keyId: 'AKIDTEST', secret: 'secret-of-the-test' };
  const objects = new Map<string, Buffer>();
  let storage: Server;
  let service: Service;

  beforeAll(async () => {
    // Stores objects, and accepts only requests with the signature that it calculates itself.
    storage = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const url = `http://${request.headers.host}${request.url}`;
      const signer = new AwsClient({ accessKeyId: keys.keyId, secretAccessKey: keys.secret, service: 's3', region: 'us-east-1' });
      const headers: Record<string, string> = {
        'x-amz-date': String(request.headers['x-amz-date']),
        'x-amz-content-sha256': String(request.headers['x-amz-content-sha256']),
      };
      if (request.headers['content-type'] !== undefined) headers['content-type'] = request.headers['content-type'];
      const signed = await signer.sign(url, {
        method: request.method ?? 'GET',
        headers,
        aws: { datetime: String(request.headers['x-amz-date']) },
      });
      if (signed.headers.get('authorization') !== request.headers.authorization) {
        response.writeHead(403).end();
        return;
      }
      const key = request.url ?? '';
      if (request.method === 'PUT') objects.set(key, body);
      if (request.method === 'DELETE') objects.delete(key);
      const found = objects.get(key);
      if (request.method === 'GET' && found === undefined) response.writeHead(404).end();
      else response.writeHead(200).end(request.method === 'GET' ? found : undefined);
    });
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
    service = await startService({ photos: s3Storage({ endpoint, bucket: 'photos', region: 'us-east-1', ...keys }) });
  });
  afterAll(async () => {
    await service.close();
    await new Promise((resolve) => storage.close(resolve));
  });

  test('when storage is configured, then photos are written and read there, and refused ones leave no object', async () => {
    const farmer = await signedIn(service, 'farmer');
    const id = await ratedOrder(service, farmer);
    const added = await upload(service, farmer, id, await photo());
    expect(added.status).toBe(200);
    expect(objects.size).toBe(1);
    const got = await download(service, farmer, `/api/farmer/order/${id}/feedback/photo/${added.body.id}`);
    expect(got.picture.equals([...objects.values()][0] as Buffer)).toBe(true);
    const unrated = await placed(farmer, { date: '2026-11-20' });
    expect((await upload(service, farmer, unrated.id, await photo())).status).toBe(409);
    expect(objects.size).toBe(1);
  });
});
