import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { transitionTable } from '../src/orders/transition-table.ts';
import { problemTable } from '../src/pages/problem-table.ts';

test.each([
  ['life-of-an-order.md', transitionTable],
  ['problems.md', problemTable],
])('when docs/%s is compared with the code, then it equals the output of `npm run openapi`', (name, write) => {
  const path = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  expect(readFileSync(path, 'utf8')).toBe(write());
});
