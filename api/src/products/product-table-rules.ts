import type { FieldError } from '../errors.ts';
import type { Product } from './product.ts';
import {
  type BoundedField,
  maxUses,
  numberError,
  type ProductInput,
  type UseInput,
  useErrors,
  useKey,
  wholeFields,
} from './product-rules.ts';

/** Columns of a product file: one row for each use, with the fields of the product repeated. */
export const productColumns = [
  { field: 'name', kind: 'text', en: 'Name', vi: 'Tên thuốc' },
  { field: 'authorisationNumber', kind: 'text', en: 'Authorisation number', vi: 'Số đăng ký' },
  { field: 'activeIngredients', kind: 'text', en: 'Active ingredients', vi: 'Hoạt chất' },
  { field: 'reEntryHours', kind: 'number', en: 'Re-entry hours', vi: 'Giờ cách ly vào ruộng' },
  { field: 'rainFastHours', kind: 'number', en: 'Rain-fast hours', vi: 'Giờ không mưa' },
  { field: 'beeHazard', kind: 'text', en: 'Danger for bees', vi: 'Độc với ong' },
  { field: 'bufferMetres', kind: 'number', en: 'Buffer metres', vi: 'Khoảng cách an toàn (m)' },
  { field: 'withdrawnOn', kind: 'date', en: 'Withdrawn on', vi: 'Ngừng dùng từ ngày' },
  { field: 'crop', kind: 'text', en: 'Crop', vi: 'Cây trồng' },
  { field: 'target', kind: 'text', en: 'Target', vi: 'Đối tượng trừ' },
  { field: 'doseMin', kind: 'number', en: 'Smallest dose', vi: 'Liều thấp nhất' },
  { field: 'doseMax', kind: 'number', en: 'Largest dose', vi: 'Liều cao nhất' },
  { field: 'doseUnit', kind: 'text', en: 'Unit', vi: 'Đơn vị' },
  { field: 'waterRate', kind: 'number', en: 'Water litres per hectare', vi: 'Lượng nước (lít/ha)' },
  { field: 'maxApplications', kind: 'number', en: 'Most applications in a season', vi: 'Số lần tối đa mỗi vụ' },
  { field: 'preHarvestDays', kind: 'number', en: 'Days to harvest', vi: 'Ngày cách ly thu hoạch' },
] as const;
type Column = (typeof productColumns)[number];
type ColumnField = Column['field'];
type CellValue = string | number | Date | null;

export const beeHazardWords = {
  en: { none: 'None', moderate: 'Moderate', high: 'High' },
  vi: { none: 'Không', moderate: 'Vừa', high: 'Cao' },
} as const;

const doseUnits = ['l/ha', 'ml/ha', 'kg/ha', 'g/ha'] as const;
const maxErrors = 100;

/** Crops by the names that a file may use, in lower case, and the name that an export writes. */
export interface CropNames {
  idOf: ReadonlyMap<string, string>;
  nameOf: ReadonlyMap<string, string>;
}

export interface ReadProducts {
  products: ProductInput[];
  /** Paths are cells: `B7`. */
  errors: FieldError[];
}

const plain = (text: CellValue): string =>
  String(text ?? '')
    .replace(/^\ufeff/, '')
    .normalize('NFC')
    .trim()
    .toLowerCase();
const letters = (column: number): string => (column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(39 + column)}`);

// What an export writes before text that looks like a formula.
const formulaEscape = /(^|[,;|\t\r\n"])'(?=\s*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g;

/** Reads one row for each use. `isCsv`: text that looks like a formula has been escaped. */
export function readProductRows(rows: readonly (readonly CellValue[])[], crops: CropNames, isCsv: boolean): ReadProducts {
  const [header = [], ...lines] = rows;
  const columnOf = new Map<ColumnField, number>();
  for (const { field, en, vi } of productColumns) {
    const at = header.findIndex((cell) => [field.toLowerCase(), en.toLowerCase(), vi.toLowerCase()].includes(plain(cell)));
    if (at >= 0) columnOf.set(field, at);
  }
  const errors: FieldError[] = [];
  for (const field of ['name', 'authorisationNumber', 'activeIngredients'] as const)
    if (!columnOf.has(field))
      errors.push({
        path: productColumns.find((column) => column.field === field)?.en ?? field,
        message: 'is a column that the file needs',
      });
  if (errors.length > 0) return { products: [], errors };

  const products = new Map<string, { input: ProductInput; line: Line }>();
  for (const [index, cells] of lines.entries()) {
    if (errors.length >= maxErrors) break;
    if (cells.every((cell) => plain(cell) === '')) continue;
    const line = new Line(cells, index + 2, columnOf, isCsv, errors);
    const product = line.product();
    const use = line.use(crops);
    if (product === undefined) continue;
    const key = product.authorisationNumber.toLowerCase();
    const known = products.get(key);
    if (known === undefined) products.set(key, { input: { ...product, uses: use === undefined ? [] : [use] }, line });
    else {
      for (const field of productFields)
        if (known.input[field] !== product[field]) line.fail(field, `must be the same as in row ${known.line.number}`);
      if (use === undefined) continue;
      if (known.input.uses.some((other) => useKey(other) === useKey(use))) line.fail('target', 'is there twice for this crop');
      if (known.input.uses.length >= maxUses) line.fail('crop', `must be one of at most ${maxUses} uses`);
      known.input.uses.push(use);
    }
  }
  return { products: [...products.values()].map(({ input }) => input), errors: errors.slice(0, maxErrors) };
}

const productFields = [
  'name',
  'authorisationNumber',
  'activeIngredients',
  'reEntryHours',
  'rainFastHours',
  'beeHazard',
  'bufferMetres',
  'withdrawnOn',
] as const;

/** A row of a file, whose cells are read with errors that name them. */
class Line {
  readonly cells: readonly CellValue[];
  readonly number: number;
  readonly #columns: ReadonlyMap<ColumnField, number>;
  readonly #isCsv: boolean;
  readonly #errors: FieldError[];

  constructor(
    cells: readonly CellValue[],
    number: number,
    columns: ReadonlyMap<ColumnField, number>,
    isCsv: boolean,
    errors: FieldError[],
  ) {
    this.cells = cells;
    this.number = number;
    this.#columns = columns;
    this.#isCsv = isCsv;
    this.#errors = errors;
  }

  fail(field: ColumnField, message: string): undefined {
    const at = this.#columns.get(field);
    const path = at === undefined ? `${field} ${this.number}` : `${letters(at)}${this.number}`;
    if (!this.#errors.some((error) => error.path === path)) this.#errors.push({ path, message });
    return undefined;
  }

  product(): Omit<ProductInput, 'uses'> | undefined {
    const before = this.#errors.length;
    const product = {
      name: this.#text('name', 200) ?? '',
      authorisationNumber: this.#text('authorisationNumber', 60) ?? '',
      activeIngredients: this.#text('activeIngredients', 500) ?? '',
      reEntryHours: this.#number('reEntryHours'),
      rainFastHours: this.#number('rainFastHours'),
      beeHazard: this.#beeHazard(),
      bufferMetres: this.#number('bufferMetres'),
      withdrawnOn: this.#date('withdrawnOn'),
    };
    for (const field of ['name', 'authorisationNumber', 'activeIngredients'] as const)
      if (product[field] === '') this.fail(field, 'is required');
    return this.#errors.length > before ? undefined : product;
  }

  /** undefined: the row has no use, or a wrong one. */
  use(crops: CropNames): UseInput | undefined {
    const fields = ['crop', 'target', 'doseMin', 'doseMax', 'doseUnit', 'waterRate', 'maxApplications', 'preHarvestDays'] as const;
    if (fields.every((field) => plain(this.#cell(field)) === '')) return undefined;
    const before = this.#errors.length;
    const crop = plain(this.#cell('crop'));
    const cropId = crops.idOf.get(crop) ?? this.fail('crop', crop === '' ? 'is required' : 'is not a crop that we spray');
    const target = this.#text('target', 200) ?? this.fail('target', 'is required');
    const unit = plain(this.#cell('doseUnit'));
    const doseUnit = doseUnits.find((known) => known === unit) ?? this.fail('doseUnit', 'must be one of l/ha, ml/ha, kg/ha, g/ha');
    const doseMin = this.#number('doseMin') ?? this.fail('doseMin', 'is required');
    const doseMax = this.#number('doseMax') ?? this.fail('doseMax', 'is required');
    const rest = {
      waterRate: this.#number('waterRate'),
      maxApplications: this.#number('maxApplications'),
      preHarvestDays: this.#number('preHarvestDays'),
    };
    if (cropId === undefined || target === undefined || doseUnit === undefined || doseMin === undefined || doseMax === undefined)
      return undefined;
    const use = { cropId, target, doseMin, doseMax, doseUnit, ...rest };
    for (const { path, message } of useErrors(use, (field) => field)) this.fail(path as ColumnField, message);
    return this.#errors.length > before ? undefined : use;
  }

  #cell(field: ColumnField): CellValue {
    const at = this.#columns.get(field);
    return at === undefined ? null : (this.cells[at] ?? null);
  }

  #text(field: ColumnField, longest: number): string | undefined {
    const cell = this.#cell(field);
    const text = (
      this.#isCsv ? String(cell ?? '').replace(formulaEscape, '$1') : cell instanceof Date ? isoDate(cell) : String(cell ?? '')
    ).trim();
    if (text.includes('\0')) return this.fail(field, 'is not valid');
    if (text.length > longest) return this.fail(field, `must have at most ${longest} characters`);
    return text === '' ? undefined : text;
  }

  #number(field: BoundedField): number | null {
    const cell = this.#cell(field);
    const text = plain(cell);
    if (text === '') return null;
    // A comma before one or two digits is a decimal comma; before three it could separate thousands.
    const number = typeof cell === 'number' ? cell : /^\d+(?:\.\d+|,\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
    if (Number.isNaN(number)) this.fail(field, wholeFields.includes(field) ? 'must be a whole number' : 'must be a number');
    else {
      const message = numberError(field, number);
      if (message !== undefined) this.fail(field, message);
    }
    return Number.isNaN(number) ? null : number;
  }

  #date(field: ColumnField): string | null {
    const cell = this.#cell(field);
    if (cell instanceof Date) return isoDate(cell);
    const text = plain(cell);
    if (text === '') return null;
    const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
    const date = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) && isoDate(new Date(date)) === date;
    if (!isDate) this.fail(field, 'must be a date, YYYY-MM-DD');
    return isDate ? date : null;
  }

  #beeHazard(): ProductInput['beeHazard'] {
    const text = plain(this.#cell('beeHazard'));
    if (text === '') return null;
    const found = (['none', 'moderate', 'high'] as const).find((value) =>
      [value, beeHazardWords.en[value].toLowerCase(), beeHazardWords.vi[value].toLowerCase()].includes(text),
    );
    return found ?? this.fail('beeHazard', 'must be one of none, moderate, high') ?? null;
  }
}

const isoDate = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));

/** Rows of a file that the import reads as unchanged. */
export function productRows(products: readonly Product[], crops: CropNames, language: 'en' | 'vi'): (string | null)[][] {
  const shown = (value: number | string | null) => (value === null ? null : String(value));
  return products.flatMap((product) => {
    const { beeHazard } = product;
    const head = [
      ...[product.name, product.authorisationNumber, product.activeIngredients, shown(product.reEntryHours), shown(product.rainFastHours)],
      ...[beeHazard === null ? null : beeHazardWords[language][beeHazard], shown(product.bufferMetres), product.withdrawnOn],
    ];
    if (product.uses.length === 0) return [[...head, ...Array.from({ length: 8 }, () => null)]];
    return product.uses.map((use) => [
      ...head,
      ...[crops.nameOf.get(use.cropId) ?? null, use.target, shown(use.doseMin), shown(use.doseMax), use.doseUnit],
      ...[shown(use.waterRate), shown(use.maxApplications), shown(use.preHarvestDays)],
    ]);
  });
}
