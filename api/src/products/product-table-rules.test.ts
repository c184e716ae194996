import { describe, expect, test } from 'vitest';
import type { Product } from './product.ts';
import { changedFields } from './product-rules.ts';
import { type CropNames, productColumns, productRows, readProductRows } from './product-table-rules.ts';

const crops: CropNames = {
  idOf: new Map([
    ['fruit', '1'],
    ['cereal', '2'],
    ['lúa, ngũ cốc', '2'],
  ]),
  nameOf: new Map([
    ['1', 'Fruit'],
    ['2', 'Lúa, ngũ cốc'],
  ]),
};
const header = productColumns.map(({ en }) => en);
const line = [
  'Blast Away',
  '17/BVTV',
  'tricyclazole',
  '24',
  '1.5',
  'Moderate',
  '10',
  '',
  'Fruit',
  'Blast',
  '0.3',
  '0.5',
  'l/ha',
  '20',
  '2',
  '14',
];
const at = (column: string) => productColumns.findIndex(({ field }) => field === column);
const withCell = (column: string, value: string | number | Date | null) => line.map((cell, index) => (index === at(column) ? value : cell));
const errorsOf = (...lines: (string | number | Date | null)[][]) => readProductRows([header, ...lines], crops, true).errors;

describe('a file of products', () => {
  test('when rows have the same number, then they are uses of one product', () => {
    const { products, errors } = readProductRows([header, line, withCell('crop', 'cereal'), line.map(() => '')], crops, true);
    expect(errors).toEqual([]);
    expect(products).toMatchObject([
      { name: 'Blast Away', rainFastHours: 1.5, beeHazard: 'moderate', uses: [{ cropId: '1' }, { cropId: '2' }] },
    ]);
  });

  test('when the columns are Vietnamese, in another order and some are missing, then they are found', () => {
    const rows = [
      ['Số đăng ký', 'TÊN THUỐC', 'Hoạt chất', 'Độc với ong', 'Ngừng dùng từ ngày'],
      ['17/BVTV', 'Sạch Đạo Ôn', 'tricyclazole', 'Cao', '31/12/2026'],
    ];
    expect(readProductRows(rows, crops, true)).toMatchObject({
      errors: [],
      products: [{ name: 'Sạch Đạo Ôn', beeHazard: 'high', withdrawnOn: '2026-12-31', reEntryHours: null, uses: [] }],
    });
  });

  test.each([
    ['name', '', 'is required'],
    ['authorisationNumber', 'x'.repeat(61), 'must have at most 60 characters'],
    ['reEntryHours', '8761', 'must be at most 8760'],
    ['reEntryHours', 'soon', 'must be a whole number'],
    ['rainFastHours', '1,500', 'must be a number'],
    ['beeHazard', 'perhaps', 'must be one of none, moderate, high'],
    ['withdrawnOn', '2026-02-30', 'must be a date, YYYY-MM-DD'],
    ['withdrawnOn', '31/02/2026', 'must be a date, YYYY-MM-DD'],
    ['crop', 'cactus', 'is not a crop that we spray'],
    ['target', '', 'is required'],
    ['doseMin', '', 'is required'],
    ['doseMin', '=1+1', 'must be a number'],
    ['doseMax', '0.2', 'must not be below the smallest dose'],
    ['doseUnit', 'gallons', 'must be one of l/ha, ml/ha, kg/ha, g/ha'],
    ['maxApplications', '0', 'must be at least 1'],
  ])('when %s is %j, then the cell is named', (column, value, message) => {
    expect(errorsOf(withCell(column, value))).toEqual([{ path: `${String.fromCharCode(65 + at(column))}2`, message }]);
  });

  test('when rows of one product differ, or repeat a use, then the later cell is named', () => {
    expect(errorsOf(line, withCell('name', 'Other'))).toEqual([
      { path: 'A3', message: 'must be the same as in row 2' },
      { path: 'J3', message: 'is there twice for this crop' },
    ]);
  });

  test('when a needed column is missing, then it is named, and nothing is read', () => {
    expect(readProductRows([['Name']], crops, true).errors.map(({ path }) => path)).toEqual(['Authorisation number', 'Active ingredients']);
    expect(readProductRows([], crops, true).errors).toHaveLength(3);
  });

  test('when spreadsheet cells are numbers and dates, then they are read', () => {
    const { products, errors } = readProductRows(
      [header, withCell('withdrawnOn', new Date('2027-01-01')), withCell('doseMin', 0.3)],
      crops,
      false,
    );
    expect(errors.map(({ path }) => path)).toContain('H3');
    expect(products[0]?.withdrawnOn).toBe('2027-01-01');
  });
});

test.each(['en', 'vi'] as const)('when an export in %s is read again, then nothing has changed', (language) => {
  const product: Product = {
    id: '1',
    name: '=Danger "quoted", +1',
    authorisationNumber: '-17',
    activeIngredients: '@a; =b',
    reEntryHours: 0,
    rainFastHours: 1.25,
    beeHazard: 'high',
    bufferMetres: 0,
    withdrawnOn: '2026-12-31',
    version: 1,
    uses: [
      {
        ...{ id: '1', cropId: '1', target: 'Mites', doseMin: 0.3, doseMax: 0.3, doseUnit: 'g/ha', waterRate: null },
        maxApplications: null,
        preHarvestDays: 0,
      },
    ],
  };
  const other = { ...product, authorisationNumber: '18', beeHazard: null, withdrawnOn: null, uses: [] };
  const rows = productRows([product, other], crops, language);
  // As reports/csv-rules.ts writes them.
  const escaped = rows.map((row) =>
    row.map((cell) => (cell === null || /^-?\d+(\.\d+)?$/.test(cell) ? cell : cell.replace(/(^|[,;|\t\r\n"])(?=\s*[=+\-@])/g, "$1'"))),
  );
  const names = productColumns.map((column) => column[language]);
  for (const [isCsv, lines] of [[true, escaped] as const, [false, rows] as const]) {
    const { products, errors } = readProductRows([names, ...lines], crops, isCsv);
    expect(errors).toEqual([]);
    expect(products.map((read, index) => changedFields([product, other][index] as Product, read))).toEqual([[], []]);
  }
});
