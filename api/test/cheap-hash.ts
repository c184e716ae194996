import { hash } from '@node-rs/argon2';

/**
 * The stored hash of a test user's password. Its parameters decide what a sign-in costs: 0.1 ms of CPU time instead of 34.
 * What the service stores itself, it hashes with its own.
 */
export const cheapHash = (password: string): Promise<string> => hash(password.normalize('NFC'), { memoryCost: 8, timeCost: 1 });
