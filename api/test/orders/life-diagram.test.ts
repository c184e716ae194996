import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lifeOfAnOrder } from '../../src/orders/life-of-an-order.ts';

test('when the table of transitions changes, then the diagram in docs has to follow: run npm run openapi', () => {
  const path = fileURLToPath(new URL('../../../docs/life-of-an-order.md', import.meta.url));
  expect(readFileSync(path, 'utf8')).toBe(lifeOfAnOrder());
});
