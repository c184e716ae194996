import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePhoto } from '../../src/feedback/decode-photo.ts';
import { addFeedback, orderInState } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

/** A progressive JPEG whose last scan is repeated: a small file, and each scan is a pass over all pixels. */
async function scanBomb(scans: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#3a7d2c' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const end = jpeg.length - 2;
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  return Buffer.concat([jpeg.subarray(0, end), ...Array.from({ length: scans }, () => scan), jpeg.subarray(end)]);
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** An empty PNG of 16 bits per channel: a few hundred kilobytes, eight bytes per pixel once decoded. */
function deepPng(side: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 16, 6, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const pixels = deflateSync(Buffer.alloc(side * (1 + side * 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

describe('photo decoder', () => {
  test('when a JPEG has two thousand scans, then it is refused; with the scans of usual encoders it is accepted', async () => {
    await expect(decodePhoto('1', await scanBomb(2000))).rejects.toMatchObject({ code: 'PICTURE_TOO_LARGE' });
    expect(await decodePhoto('1', await scanBomb(0))).toMatchObject({ width: 2048, height: 1365 });
  });

  test('when a picture exceeds the limit of memory or time, then it is refused', async () => {
    const picture = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#3a7d2c' } })
      .jpeg({ progressive: true })
      .toBuffer();
    expect((await decodePhoto('1', picture)).width).toBe(2048);
    await expect(decodePhoto('1', picture, { memoryKiB: 100 * 1024 })).rejects.toMatchObject({ code: 'PICTURE_TOO_LARGE' });
    await expect(decodePhoto('1', picture, { timeoutMs: 1 })).rejects.toMatchObject({ code: 'PICTURE_TOO_LARGE' });
  });

  test('when a user sends more pictures at once than the queue holds, then the excess gets 429 with Retry-After, and the others are decoded', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#3a7d2c' } })
      .png()
      .toBuffer();
    // The first and the last that are accepted are decoded. Those between them end at once, but not before it is their turn.
    const last = 20;
    const limits = (n: number) => (n === 0 || n >= last ? {} : { timeoutMs: 1 });
    const results = await Promise.allSettled(Array.from({ length: last + 4 }, (_, n) => decodePhoto('1', picture, limits(n))));
    expect([results[0]?.status, results[last]?.status]).toEqual(['fulfilled', 'fulfilled']);
    for (const result of results.slice(1, last)) expect(result).toMatchObject({ reason: { code: 'PICTURE_TOO_LARGE' } });
    for (const result of results.slice(last + 1)) {
      expect(result).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS', facts: { retryAfterSeconds: expect.any(Number) } } });
    }
  });
});

describe('photos that are expensive to decode', () => {
  let service: Service;
  let farmer: Caller;
  beforeAll(async () => {
    service = await startService();
    farmer = await signedIn(service, 'farmer');
  });
  afterAll(() => service.close());

  const upload = async (id: number, body: Buffer, type: string) => {
    const response = await fetch(`${service.url}/api/farmer/order/${id}/feedback/photo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${farmer.token}`, 'content-type': type },
      body: new Uint8Array(body),
    });
    return ((await response.json()) as { code: string }).code;
  };
  const rated = async (): Promise<number> => {
    const { id } = await orderInState(service, farmer, { orderStatus: 'completed', paymentStatus: 'pending', paymentMethod: 'cash' });
    await addFeedback(service, id);
    return id;
  };

  test('when the order has no feedback or all its photos, then it is refused before the picture is decoded', async () => {
    const notAPicture = Buffer.from('not a picture');
    const { id: unrated } = await placed(farmer);
    expect(await upload(unrated, notAPicture, 'image/jpeg')).toBe('NO_FEEDBACK');
    const full = await rated();
    await service.sql(
      `insert into feedback_photo (order_id, key, width, height, bytes, created_at) select $1, 'key-' || n, 1, 1, 1, now() from generate_series(1, 5) n`,
      [full],
    );
    expect(await upload(full, notAPicture, 'image/jpeg')).toBe('TOO_MANY_PHOTOS');
  });

  test('when eight small files of huge pictures arrive at once, then all are refused and memory does not grow', async () => {
    const id = await rated();
    const png = deepPng(7700);
    expect(png.length).toBeLessThan(600_000);
    const before = process.resourceUsage().maxRSS;
    const codes = await Promise.all(Array.from({ length: 8 }, () => upload(id, png, 'image/png')));
    expect(new Set(codes)).toEqual(new Set(['PICTURE_TOO_LARGE']));
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(300 * 1024);
    expect(await upload(id, await scanBomb(2000), 'image/jpeg')).toBe('PICTURE_TOO_LARGE');
  });
});
