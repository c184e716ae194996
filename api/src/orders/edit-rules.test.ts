import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { applyEdit, checkCostChange, editChanges } from './edit-rules.ts';
import type { StoredDetails } from './edit-store.ts';

const before: StoredDetails = {
  location: 'Behind the temple',
  latitude: 10.5,
  longitude: 105.4,
  cropId: '1',
  area: '12.5',
  cost: '375000',
  note: null,
  isPaid: false,
  isInvoiced: false,
  hasOpenIntent: false,
};
const name = (id: string) => `crop ${id}`;

describe('edit of an order', () => {
  test('when a field is left out, then it keeps its value', () => {
    const after = applyEdit(before, {});
    expect(editChanges(before, after, name)).toEqual([]);
  });

  test('when texts have spaces around them, then they are trimmed, and a blank note removes the note', () => {
    expect(applyEdit(before, { location: ' There ', note: ' Bees ' })).toMatchObject({ location: 'There', note: 'Bees' });
    expect(applyEdit({ ...before, note: 'Bees' }, { note: '  ' }).note).toBe(null);
  });

  test('when the area has the same value in another notation, then nothing changes', () => {
    expect(applyEdit({ ...before, area: '12.50' }, { area: 12.5 }).area).toBe('12.50');
  });

  test('when fields change, then each is named once, and the coordinates together', () => {
    const after = { ...applyEdit(before, { latitude: 11, longitude: 105.4, area: 13, cropType: { id: '2' } }), cost: '390000' };
    expect(editChanges(before, after, name)).toEqual([
      { field: 'area', from: 12.5, to: 13 },
      { field: 'cropType', from: 'crop 1', to: 'crop 2' },
      { field: 'coordinates', from: '10.5, 105.4', to: '11, 105.4' },
      { field: 'cost', from: 375000, to: 390000 },
    ]);
  });
});

describe('change of the cost', () => {
  const codeOf = (details: Partial<StoredDetails>, cost = '390000'): string | undefined => {
    try {
      checkCostChange({ ...before, ...details }, cost);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? error.code : 'other';
    }
  };
  test.each([
    [{}, undefined],
    [{ isPaid: true }, 'COST_FIXED'],
    [{ isInvoiced: true }, 'COST_FIXED'],
    [{ hasOpenIntent: true }, 'ORDER_CHANGED'],
  ] as const)('when an order with %j gets another cost, then the code is %s', (details, code) => expect(codeOf(details)).toBe(code));

  test('when the cost has the same value, then it is accepted', () =>
    expect(codeOf({ isPaid: true, cost: '375000.00' }, '375000')).toBeUndefined());
});
