import { expect, test } from 'vitest';
import { readRange } from './basemap-file.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-9', undefined],
  ['bytes=1e3-2', undefined],
  ['bytes=9999999999999999999-', undefined],
])('when the Range header is %s for 100 bytes, then the range is %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
