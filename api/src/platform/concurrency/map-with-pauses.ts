const turnMs = 8;

/** Maps one item after the other, and lets other work of the process run every few milliseconds. */
export async function mapWithPauses<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  let beganAt = performance.now();
  for (const item of items) {
    if (performance.now() - beganAt > turnMs) {
      await new Promise(setImmediate);
      beganAt = performance.now();
    }
    mapped.push(map(item));
  }
  return mapped;
}
