import { afterAll } from 'vitest';
import { setDatabaseDriver } from '../harness.ts';

/**
 * Runs the tests of a file on the other database driver (platform/postgres/plain-pool.ts): those of what depends on how statements travel.
 * Not in a vitest project of its own, whose workers would load the service once more.
 */
export async function runOnPool(file: string): Promise<void> {
  setDatabaseDriver('pool');
  afterAll(() => setDatabaseDriver('pipeline'));
  // With a query, because the worker may have run the file itself before, and a module is evaluated once.
  const again = `../${file}.test.ts?driver=pool`;
  await import(/* @vite-ignore */ again);
}
