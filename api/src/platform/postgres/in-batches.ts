const batchSize = 1000;

/** Repeats `work` with a bounded number of rows until none are left, so that locks are held briefly. */
export async function inBatches(work: (batchSize: number) => Promise<number>): Promise<void> {
  while ((await work(batchSize)) >= batchSize);
}
