import { expect, test } from 'vitest';
import { addressesIn } from './primary-discovery.ts';

test.each([
  ['postgres://u:p@one/db', ['postgres://u:p@one/db']],
  ['postgres://u@/db?host=%2Frun%2Fpg&port=1', ['postgres://u@/db?host=%2Frun%2Fpg&port=1']],
  [
    'postgresql://u:p%40x@one:5432,two:5433/db?target_session_attrs=read-write',
    [
      'postgresql://u:p%40x@one:5432/db?target_session_attrs=read-write',
      'postgresql://u:p%40x@two:5433/db?target_session_attrs=read-write',
    ],
  ],
  ['postgres://one,two,three', ['postgres://one', 'postgres://two', 'postgres://three']],
  ['postgres://u:a,b@one/db', ['postgres://u:a,b@one/db']],
])('when the address is %s, then each host gets its own address', (url, expected) => {
  expect(addressesIn(url)).toEqual(expected);
});
