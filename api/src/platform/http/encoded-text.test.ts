import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptsGzip, EncodedText } from './encoded-text.ts';

test('when a client sends Accept-Encoding, then gzip is used only if the header allows it', () => {
  for (const header of ['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.5', '*', 'deflate , GZIP'])
    expect(acceptsGzip(header)).toBe(true);
  for (const header of [undefined, '', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0, *', 'x-gzip-like', ',,;'])
    expect(acceptsGzip(header)).toBe(false);
});

test('when a text is compressed, then it is done once and has the same bytes after decompression', async () => {
  const text = new EncodedText('{"name":"Ruộng sau đình"}');
  expect(text.compressed).toBeUndefined();
  const [first, second] = await Promise.all([text.compress(), text.compress()]);
  expect(first).toBe(second);
  expect(text.compressed).toBe(first);
  expect(gunzipSync(Buffer.from(first, 'latin1')).toString()).toBe('{"name":"Ruộng sau đình"}');
});
