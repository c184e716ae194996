import { describe, expect, it } from 'vitest';
import { countFilters, readSearch, statesAsked } from './order-search.ts';

const read = (text: string) => readSearch(new URLSearchParams(text));

describe('address of the order list', () => {
  it('when the address has no filter, then none is applied', () => {
    expect(countFilters(read(''))).toBe(0);
    expect(read('')).toMatchObject({ search: '', state: [], sort: undefined, page: 0 });
  });

  it('when the address has every filter, then all are read', () => {
    const asked = read(
      'state=pending&state=confirmed&payment=failed&method=visa&from=2026-11-01&to=2026-11-30&crop=2&session=3&sprayer=5&farmer=1&sort=cost,desc&page=3&search=L%C3%BAa',
    );
    expect(asked).toEqual({
      search: 'Lúa',
      state: ['pending', 'confirmed'],
      payment: ['failed'],
      method: ['visa'],
      from: '2026-11-01',
      to: '2026-11-30',
      crop: 2,
      session: 3,
      sprayer: 5,
      farmer: 1,
      sort: { field: 'cost', down: true },
      page: 2,
    });
    expect(countFilters(asked)).toBe(8);
  });

  it.each([
    'state=gone',
    'payment=maybe',
    'from=yesterday',
    'to=2026-13-45',
    'crop=-1',
    'session=x',
    'sprayer=1.5',
    'sort=secret,asc',
    'page=0',
  ])('when the address has %s, then it is ignored', (text) => {
    expect(read(text)).toEqual(read(''));
  });
});

describe('states of the request', () => {
  it.each([
    [[], { orderStatus: [] }],
    [['pending'], { orderStatus: ['pending'] }],
    [['in_progress'], { orderStatus: ['in_progress'], reported: false }],
    [['pending', 'awaiting_sign_off'], { orderStatus: ['pending', 'in_progress'], reported: true }],
    [['in_progress', 'awaiting_sign_off'], { orderStatus: ['in_progress'] }],
  ] as const)('when %j are chosen, then the request has %j', (chosen, asked) => {
    expect(statesAsked([...chosen])).toEqual(asked);
  });
});
