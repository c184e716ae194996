import { expect, test } from 'vitest';
import { idsBetween } from './selection-rules.ts';

test.each([
  [[1, 2, 3, 4], 2, 4, [2, 3, 4]],
  [[1, 2, 3, 4], 4, 2, [2, 3, 4]],
  [[1, 2, 3, 4], undefined, 3, [3]],
  [[1, 2, 3, 4], 9, 3, [3]],
])('when %o are shown, %s was selected last and %s is clicked with Shift, then %o are selected', (shown, last, clicked, ids) => {
  expect(idsBetween(shown, last, clicked)).toEqual(ids);
});
