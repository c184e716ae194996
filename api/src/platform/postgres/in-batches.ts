const most = 1000;

/** Does work a bounded number of rows at a time, until there is no more: no lock is held for long, however much has gathered. */
export async function inBatches(work: (most: number) => Promise<number>): Promise<void> {
  while ((await work(most)) >= most);
}
