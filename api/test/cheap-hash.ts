import { hash } from '@node-rs/argon2';

/**
 * The stored hash of a test user's password. Its parameters decide what a sign-in costs: the smallest take a thousandth of the service's.
 * What the service stores itself, it hashes with its own.
 */
export const cheapHash = (password: string): Promise<string> => hash(password.normalize('NFC'), { memoryCost: 8, timeCost: 1 });
