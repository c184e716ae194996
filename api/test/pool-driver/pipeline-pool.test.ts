import { runOnPool } from './run-on-pool.ts';

await runOnPool('platform/pipeline-pool');
