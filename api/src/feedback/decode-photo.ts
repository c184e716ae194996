import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import { fileJobs } from '../platform/workers/file-jobs.ts';

export interface DecodedPhoto {
  picture: Buffer;
  width: number;
  height: number;
}

export interface DecodeLimits {
  memoryKiB: number;
  cpuSeconds: number;
  timeoutMs: number;
}

/** A progressive JPEG of 48 megapixels needs 400 MB and two seconds of processor time. */
const defaultLimits: DecodeLimits = { memoryKiB: 512 * 1024, cpuSeconds: 10, timeoutMs: 30_000 };

const decoder = fileURLToPath(new URL('./photo-decoder.mjs', import.meta.url));
const exitCodes = { notAPicture: 10, tooLarge: 11 };
const lowPriority = 3;
const maxOutputBytes = 20 * 1024 * 1024;

/**
 * Detects the type of an upload of a user by its content and converts it to an upright JPEG of bounded size without metadata. Runs in a child
 * process with its own memory, threads and time limit, so that an expensive picture cannot delay sign-ins, which use this process's
 * thread pool.
 */
export function decodePhoto(userId: string, upload: Buffer, limits: Partial<DecodeLimits> = {}): Promise<DecodedPhoto> {
  return fileJobs.run(userId, () => runDecoder(upload, { ...defaultLimits, ...limits }));
}

function runDecoder(upload: Buffer, { memoryKiB, cpuSeconds, timeoutMs }: DecodeLimits): Promise<DecodedPhoto> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      '/bin/sh',
      ['-c', `ulimit -d ${memoryKiB}; ulimit -t ${cpuSeconds}; exec "$0" "$@"`, process.execPath, '--max-old-space-size=64', decoder],
      {
        // Without the service's environment, which has secrets: the decoder reads untrusted data.
        env: { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      },
    );
    try {
      if (child.pid !== undefined) setPriority(child.pid, lowPriority);
    } catch {
      // The process has already ended.
    }
    const output: Buffer[] = [];
    let outputBytes = 0;
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output.push(chunk);
      outputBytes += chunk.length;
      if (outputBytes > maxOutputBytes) child.kill('SIGKILL');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk}`.slice(0, 2000);
    });
    child.stdin.on('error', () => {}); // the decoder may exit before it has read everything
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) {
        const result = Buffer.concat(output);
        resolve({ width: result.readUInt32BE(0), height: result.readUInt32BE(4), picture: result.subarray(8) });
      } else if (code === exitCodes.notAPicture) {
        reject(new AppError('NOT_A_PICTURE', 'This is not a JPEG, PNG or WebP picture, whatever its name says.'));
      } else if (code === exitCodes.tooLarge || code === null || isOutOfMemory(errors)) {
        reject(
          new AppError(
            'PICTURE_TOO_LARGE',
            'This picture takes too much memory or time to decode. Please send it smaller: at most 50 megapixels.',
          ),
        );
      } else {
        reject(new Error(`the photo decoder ended with ${code}: ${errors}`));
      }
    });
    child.stdin.end(upload);
  });
}

/** At the memory limit, Node or the image library can fail in several ways. */
const isOutOfMemory = (errors: string): boolean => /out of memory|bad_alloc|cannot allocate|failed to allocate/i.test(errors);
