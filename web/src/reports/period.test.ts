import { describe, expect, it } from 'vitest';
import { periodIn } from './period.ts';

const asked = (query: string, today = '2026-11-15') => periodIn(new URLSearchParams(query), today);

describe('period of the reports', () => {
  it('when no period is given, then it is the last four weeks up to today', () => {
    expect(asked('')).toEqual({ from: '2026-10-19', to: '2026-11-15' });
  });

  it('when it is "this week" on a Sunday, then it begins on the Monday before', () => {
    expect(asked('range=week')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  });

  it('when it is "this year", then it ends today', () => {
    expect(asked('range=year')).toEqual({ from: '2026-01-01', to: '2026-11-15' });
  });

  it.each([
    ['range=own'],
    ['range=own&from=2026-11-10&to=2026-11-09'],
    ['range=own&from=2025-11-01&to=2026-11-02'],
    ['range=own&from=yesterday&to=2026-11-02'],
  ])('when the query is %s, then there is no period', (query) => {
    expect(asked(query)).toBeUndefined();
  });

  it('when custom dates span 366 days, then they are accepted', () => {
    expect(asked('range=own&from=2024-01-01&to=2024-12-31')).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  });
});
