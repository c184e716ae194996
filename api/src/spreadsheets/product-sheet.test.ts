import { expect, test } from 'vitest';
import { sheetColumns } from './column-rules.ts';
import { productHandler } from './product-sheet.ts';
import { RowReader } from './row-reader-rules.ts';
import type { SheetContext } from './sheet-handler.ts';

const crops = new Map([['2', { id: '2', name: 'cereal', price: '1', active: true }]]);
const context = { facts: { crops } } as unknown as SheetContext;
const fields = sheetColumns.products.map(({ field }) => field);
const mapping = Object.fromEntries(fields.map((field, at) => [field, at]));
const area = { companySizeM2: 1000, companyUnit: 'decare', unit: undefined, sizes: {} } as const;
const row = [
  'Blast Away',
  '17/BVTV',
  'tricyclazole',
  '24',
  '1.5',
  'Vừa',
  '10',
  '31/12/2026',
  'Lúa',
  'Blast',
  '0,3',
  '0.5',
  'L/ha',
  '20',
  '2',
  '14',
];

function read(changes: Record<string, string> = {}) {
  const reader = new RowReader(
    row.map((cell, at) => changes[fields[at] as string] ?? cell),
    { mapping, dateOrder: 'dmy', area },
  );
  return { values: productHandler.read(reader, context), errors: reader.errors };
}

test('when all cells of a product are valid, then they are read', () => {
  expect(read()).toEqual({
    errors: [],
    values: {
      ...{ name: 'Blast Away', authorisationNumber: '17/BVTV', activeIngredients: 'tricyclazole', reEntryHours: 24, rainFastHours: 1.5 },
      ...{ beeHazard: 'moderate', bufferMetres: 10, withdrawnOn: '2026-12-31' },
      use: {
        ...{ cropId: '2', target: 'Blast', doseMin: 0.3, doseMax: 0.5, doseUnit: 'l/ha', waterRate: 20 },
        ...{ maxApplications: 2, preHarvestDays: 14 },
      },
    },
  });
});

test.each([
  ['name', '', 'is required'],
  ['authorisationNumber', 'x'.repeat(61), 'must have at most 60 characters'],
  ['reEntryHours', '8761', 'must be from 0 to 8760'],
  ['reEntryHours', '1.5', 'must be a whole number'],
  ['waterRate', '1,500', 'can be read in two ways: write it without the comma'],
  ['rainFastHours', '-1', 'must be from 0 to 720'],
  ['beeHazard', 'perhaps', 'must be one of None, Moderate, High'],
  ['withdrawnOn', '31/02/2026', 'must be a date: 2026-11-17 or 17/11/2026'],
  ['crop', 'cactus', 'is not a crop that we spray'],
  ['target', '', 'is required'],
  ['doseMin', '', 'is required'],
  ['doseMin', '=1+1', 'must be a number'],
  ['doseMax', '0.2', 'must not be below the smallest dose'],
  ['doseUnit', 'gallons', 'must be one of l/ha, ml/ha, kg/ha, g/ha'],
  ['maxApplications', '0', 'must be from 1 to 100'],
])('when %s is %j, then the cell is refused', (field, cell, message) => {
  expect(read({ [field]: cell }).errors).toEqual([{ field, message }]);
});
