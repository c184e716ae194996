import { expect, test } from 'vitest';
import { separateLinks } from './message-links.ts';

test('when a message has links to answer, then they are separate from its text', () =>
  expect(separateLinks('It is now on Friday.\nReason: rain\n\nFine: https://swath.example/link/rebooking-accept/1-2.a.b')).toEqual({
    body: 'It is now on Friday.\nReason: rain',
    links: [{ label: 'Fine', path: '/link/rebooking-accept/1-2.a.b' }],
  }));

test('when it has none, or an address that is not a signed link, then the text stays', () => {
  for (const text of ['', 'Sprayed.', 'Reason: see https://news.example/rain', 'See: https://swath.example/orders/1'])
    expect(separateLinks(text)).toEqual({ body: text, links: [] });
});
