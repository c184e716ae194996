import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../platform/concurrency/semaphore.ts';

// Hashing runs on Node's thread pool of four, which files and name look-ups need as well: two are left for those. Checking and
// making passwords have a queue each, so registrations do not hold up sign-ins.
const hashing = new Semaphore(2);
const checking = hashing.lane(100);
const making = hashing.lane(100);

// Keyboards write the same accented letter in different ways; to its owner it is the same password.
const asTyped = (password: string): string => password.normalize('NFC');

// argon2id with the library's defaults: 19 MiB, two passes, one lane.
export const hashPassword = (password: string): Promise<string> => making(() => hash(asTyped(password)));

let decoy: Promise<string> | undefined;

/** Takes as long for an account that does not exist, or has no password, as for one that does. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  return checking(async () => {
    decoy ??= hash('no account has this password');
    const matches = await verify(stored ?? (await decoy), asTyped(password));
    return stored !== null && matches;
  });
}
