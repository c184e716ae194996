import { expect, test } from 'vitest';
import { mapWithPauses } from './map-with-pauses.ts';

test('when many items are slow, then other work runs between them, and the results are in order', async () => {
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const busy = (item: number) => {
    for (const end = performance.now() + 5; performance.now() < end; );
    return item * 2;
  };
  expect(await mapWithPauses([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], busy)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  clearInterval(other);
  expect(turns).toBeGreaterThan(1);
});
