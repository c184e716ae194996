import { runOnPool } from './run-on-pool.ts';

await runOnPool('platform/database-errors');
