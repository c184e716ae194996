// Decodes one photo in a process of its own, which decode-photo.ts starts with limits on memory and processor time.
// Upload on stdin. On stdout: width and height (four bytes each), then the JPEG. On failure, the exit code is the reason.
// Plain JavaScript, because Node runs it as it is, from the sources as well as from the build.
import { exit, stdin, stdout } from 'node:process';
import sharp from 'sharp';

const notAPicture = 10;
const tooLarge = 11;

const maxPixels = 50_000_000;
const maxDecodedBytes = 200_000_000;
/** Cameras and encoders write about ten. Each scan of a progressive JPEG costs a pass over all of its pixels. */
const maxScans = 100;
const maxSidePixels = 2048;

const bytesPerSample = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Counts the SOS markers of a JPEG. In compressed data, 0xFF is followed by 0x00 or a restart marker. */
function countScans(jpeg) {
  let scans = 0;
  for (let at = jpeg.indexOf(0xff); at !== -1 && scans <= maxScans; at = jpeg.indexOf(0xff, at + 1)) {
    if (jpeg[at + 1] === 0xda) scans++;
  }
  return scans;
}

/** Rotates to upright, scales down and removes the metadata (place, camera, time). */
async function decode(upload) {
  const { format, width = 0, height = 0, channels = 4, depth = 'uchar' } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') exit(notAPicture);
  const decodedBytes = width * height * channels * (bytesPerSample[depth] ?? 4);
  if (width * height > maxPixels || decodedBytes > maxDecodedBytes || (format === 'jpeg' && countScans(upload) > maxScans)) exit(tooLarge);
  return sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
}

sharp.cache(false);
sharp.concurrency(1);
const chunks = [];
for await (const chunk of stdin) chunks.push(chunk);
const { data, info } = await decode(Buffer.concat(chunks)).catch(({ message }) => exit(/memory/i.test(message) ? tooLarge : notAPicture));
const size = Buffer.alloc(8);
size.writeUInt32BE(info.width, 0);
size.writeUInt32BE(info.height, 4);
stdout.write(Buffer.concat([size, data]));
