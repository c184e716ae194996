import { Problem } from './problem.ts';

/**
 * A new value for the Idempotency-Key header: 32 hexadecimal digits. The service accepts visible ASCII only, so no other text becomes
 * part of a key. crypto.randomUUID does not exist on plain http origins.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Two inputs with the same text are the same intent. */
export const textOf = (input: unknown): string => JSON.stringify(input) ?? '';

/** One key per intent: a retry of the same input reuses the key; another input, or the same one after a final answer, gets a new key. */
export class IntentKey {
  #current: { input: string; key: string } | undefined;

  keyFor(input: unknown): string {
    const text = textOf(input);
    if (this.#current?.input !== text) this.#current = { input: text, key: newIdempotencyKey() };
    return this.#current.key;
  }

  succeeded(): void {
    this.#current = undefined;
  }

  /** Keeps the key while the outcome is unknown or a retry may help. */
  failed(error: unknown): void {
    if (!(error instanceof Problem && error.isTransient)) this.#current = undefined;
  }
}
