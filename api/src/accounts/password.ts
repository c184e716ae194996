import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../platform/concurrency/semaphore.ts';

// Hashing runs on Node's thread pool of four threads, which files and DNS need as well, so it uses two. Verifying and hashing
// have separate queues, so that registrations do not delay sign-ins.
const hashing = new Semaphore(2);
const verifyQueue = hashing.lane(100);
const hashQueue = hashing.lane(100);

// Keyboards encode the same accented letter in different ways (Unicode normalisation forms).
const normalize = (password: string): string => password.normalize('NFC');

// argon2id with the library's defaults: 19 MiB, two passes, one lane.
export const hashPassword = (password: string): Promise<string> => hashQueue(() => hash(normalize(password)));

let dummyHash: Promise<string> | undefined;

/** Takes the same time for an account that does not exist or has no password, so that timing does not reveal it. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  return verifyQueue(async () => {
    dummyHash ??= hash('no account has this password');
    const matches = await verify(stored ?? (await dummyHash), normalize(password));
    return stored !== null && matches;
  });
}
