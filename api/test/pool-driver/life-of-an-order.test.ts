import { runOnPool } from './run-on-pool.ts';

await runOnPool('orders/life-of-an-order');
