/** The name that is most like the given one; undefined: none is like it. At most a quarter of the letters may differ. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  let best: { name: string; distance: number } | undefined;
  const start = given.slice(0, maxLength).toLowerCase();
  for (const name of names) {
    const distance = editDistance(start, name.toLowerCase());
    if (distance <= Math.max(1, Math.floor(name.length / 4)) && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name, distance };
  }
  return best?.name;
}

/** Of longer names only the beginning counts: a field of a hostile body may have a name of many megabytes. */
const maxLength = 64;

/** Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(from: string, to: string): number {
  const a = from.slice(0, maxLength);
  const b = to.slice(0, maxLength);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
