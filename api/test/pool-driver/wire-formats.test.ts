import { runOnPool } from './run-on-pool.ts';

await runOnPool('wire-formats');
