import { describe, expect, it } from 'vitest';
import { periodIn } from './period.ts';

const asked = (query: string, today = '2026-11-15') => periodIn(new URLSearchParams(query), today);

describe('the period of the figures', () => {
  it('when nothing is asked, then it is the last four weeks up to today', () => {
    expect(asked('')).toEqual({ from: '2026-10-19', to: '2026-11-15' });
  });

  it('when this week is asked for on a Sunday, then it begins on the Monday before', () => {
    expect(asked('range=week')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  });

  it('when this year is asked for, then it ends today', () => {
    expect(asked('range=year')).toEqual({ from: '2026-01-01', to: '2026-11-15' });
  });

  it.each([
    ['range=own'],
    ['range=own&from=2026-11-10&to=2026-11-09'],
    ['range=own&from=2025-11-01&to=2026-11-02'],
    ['range=own&from=yesterday&to=2026-11-02'],
  ])('when %s is no period, then there is none', (query) => {
    expect(asked(query)).toBeUndefined();
  });

  it('when own dates are 366 days, then they are taken', () => {
    expect(asked('range=own&from=2024-01-01&to=2024-12-31')).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  });
});
