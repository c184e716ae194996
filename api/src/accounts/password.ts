import { hash, verify } from '@node-rs/argon2';

// argon2id with the library's defaults: 19 MiB, two passes, one lane.
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/** Takes as long for an account that does not exist, or has no password, as for one that does. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}
