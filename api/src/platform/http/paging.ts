import { Type } from 'typebox';
import type { FieldError } from '../../errors.ts';
import { type Json, RawJson } from './row-json.ts';
import { Exact, Int32, named } from './schemas.ts';

export const defaultPageSize = 20;
export const maxPageSize = 200;
const maxPage = 2 ** 31 - 1;
const maxSorts = 5;

export interface Sort {
  field: string;
  descending: boolean;
}

export interface Pageable {
  page: number;
  size: number;
  sort: Sort[];
}

export const PageableSchema = named(
  'Pageable',
  Type.Object({
    // Described in words: client generators turn a `default` into a required member.
    page: Type.Optional(Int32({ minimum: 0, maximum: maxPage, description: 'Page number, from 0 (default).' })),
    size: Type.Optional(Int32({ minimum: 1, maximum: maxPageSize, description: `Items per page; default ${defaultPageSize}.` })),
    sort: Type.Optional(
      Type.Array(Type.String(), { maxItems: maxSorts, description: 'Fields to sort by, each as `field`, `field,asc` or `field,desc`.' }),
    ),
  }),
);

const PageInfo = named(
  'Page',
  Exact({
    size: Type.Integer({ format: 'int64', minimum: 1 }),
    number: Type.Integer({ format: 'int64', minimum: 0 }),
    totalElements: Type.Integer({ format: 'int64', minimum: 0 }),
    totalPages: Type.Integer({ format: 'int64', minimum: 0 }),
  }),
);

export const Paged = <T extends Parameters<typeof Type.Array>[0]>(name: string, item: T) =>
  named(name, Exact({ content: Type.Array(item), page: PageInfo }));

export const pageExample = { size: 20, number: 0, totalElements: 1, totalPages: 1 };

type RawQuery = Record<string, unknown>;

/** Reads a page request in the encodings that client generators use: `page=0`, `pageable.page=0`, `pageable[page]=0`, or `pageable={"page":0}`. */
export function readPageable(query: RawQuery, sortable: readonly string[]): { pageable: Pageable; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const given: { page: unknown[]; size: unknown[]; sort: unknown[] } = { page: [], size: [], sort: [] };
  for (const [key, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    const member = pagingMember(key);
    if (member === 'pageable') for (const json of values) readJsonPageable(json, given, errors);
    else if (member !== undefined) given[member].push(...values);
  }
  const pageable = {
    page: readWhole('page', given.page, 0, maxPage, 0, errors),
    size: readWhole('size', given.size, 1, maxPageSize, defaultPageSize, errors),
    sort: readSort(given.sort, sortable, errors),
  };
  return { pageable, errors };
}

export const isPagingParameter = (name: string): boolean => pagingMember(name) !== undefined;

function pagingMember(name: string): 'pageable' | 'page' | 'size' | 'sort' | undefined {
  const steps = name.replaceAll(']', '').split(/[.[]/);
  if (steps[0] === 'pageable') steps.shift();
  const [first] = steps;
  if (first === undefined) return 'pageable';
  if (first === 'sort' && steps.length <= 2 && /^\d*$/.test(steps[1] ?? '')) return 'sort';
  return (first === 'page' || first === 'size') && steps.length === 1 ? first : undefined;
}

function readJsonPageable(json: unknown, given: { page: unknown[]; size: unknown[]; sort: unknown[] }, errors: FieldError[]): void {
  // `[object Object]` is what JavaScript clients send if they cannot serialise an object; it is treated as empty.
  if (json === '' || json === '[object Object]' || typeof json !== 'string') return;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    errors.push({ path: 'pageable', message: 'must be an object with page, size and sort' });
    return;
  }
  const { page, size, sort } = value as { page?: unknown; size?: unknown; sort?: unknown };
  if (page !== undefined && page !== null) given.page.push(page);
  if (size !== undefined && size !== null) given.size.push(size);
  if (sort !== undefined && sort !== null) given.sort.push(...(Array.isArray(sort) ? sort : [sort]));
}

function readWhole(path: 'page' | 'size', values: unknown[], least: number, most: number, fallback: number, errors: FieldError[]): number {
  if (values.length === 0) return fallback;
  const numbers = values.map((value) =>
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN,
  );
  const [number = Number.NaN] = numbers;
  // The same number twice is one page request in two encodings.
  if (numbers.every((other) => other === number) && Number.isInteger(number) && number >= least && number <= most) return number;
  errors.push({ path, message: `must be a whole number from ${least} to ${most}` });
  return fallback;
}

/** Parses `date,desc`. Several sorts may be in one parameter: `date,desc,id,asc`. */
function readSort(values: unknown[], sortable: readonly string[], errors: FieldError[]): Sort[] {
  const sorts: Sort[] = [];
  for (const value of values) {
    if (typeof value !== 'string') {
      errors.push({ path: 'sort', message: 'must be text, like date,desc' });
      return [];
    }
    let directed = true;
    for (const word of value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')) {
      const last = sorts.at(-1);
      const direction = word.toLowerCase();
      if (!directed && last !== undefined && (direction === 'asc' || direction === 'desc')) {
        last.descending = direction === 'desc';
        directed = true;
      } else if (sortable.includes(word)) {
        sorts.push({ field: word, descending: false });
        directed = false;
      } else {
        errors.push({
          path: 'sort',
          message:
            sortable.length === 0
              ? 'must be left out: this list has a fixed order and cannot be sorted'
              : `cannot sort by "${word.slice(0, 40)}"; allowed are ${sortable.join(', ')}, each with ,asc or ,desc`,
        });
        return [];
      }
    }
  }
  if (sorts.length > maxSorts) errors.push({ path: 'sort', message: `must have at most ${maxSorts} fields` });
  return sorts;
}

/**
 * Near pages are read concurrently with the total. For far pages the total is read first, and rows only if the page exists.
 * `shownTotal`: the total to answer with, if it is not the number of rows.
 */
export async function readPage<J extends Json>(
  pageable: Pageable,
  countRows: () => Promise<number>,
  readRows: (limit: number, offset: number) => Promise<J[]>,
  shownTotal = (count: number) => count,
): Promise<J | string> {
  const offset = pageable.page * pageable.size;
  const near = offset <= 10_000;
  const [total, rows] = near
    ? await Promise.all([countRows(), readRows(pageable.size, offset)])
    : await countRows().then(async (count) => [count, offset < count ? await readRows(pageable.size, offset) : []] as const);
  return pageJson(pageable, shownTotal(total), rows);
}

/** The total of a search is exact up to this number. Counting more would read every match. */
export const maxSearchTotal = 1000;

export const searchTotalNote = `A search counts up to ${maxSearchTotal} matches: if there are more, the total is ${maxSearchTotal} and the header Total-Is-Minimum is set.`;

export const searchTotalHeaders = {
  'Total-Is-Minimum': { description: 'Set if there are more matches than `page.totalElements`.', example: 'true' },
};

/** Total to answer with. `matches`: the number of matches, or any number above the limit. */
export function searchTotal(reply: { header(name: string, value: string): unknown }, matches: number): number {
  if (matches > maxSearchTotal) reply.header('total-is-minimum', 'true');
  return Math.min(matches, maxSearchTotal);
}

/** A page of rows that have been read. */
export function pageJson<J extends Json>(pageable: Pageable, total: number, rows: readonly J[]): J | string {
  const pages = Math.ceil(total / pageable.size);
  const page = `{"size":${pageable.size},"number":${pageable.page},"totalElements":${total},"totalPages":${pages}}`;
  const raw = rows[0] instanceof RawJson;
  let content = '';
  for (const row of rows) content += `${content === '' ? '' : ','}${raw ? (row as RawJson).bytes : row}`;
  const json = `{"content":[${content}],"page":${page}}`;
  return raw ? (new RawJson(json) as J) : json;
}

/** A page of items that are in memory. */
export function pageOf<T, J extends Json>(items: readonly T[], pageable: Pageable, write: (item: T) => J): Promise<J | string> {
  return readPage(
    pageable,
    async () => items.length,
    async (limit, offset) => items.slice(offset, offset + limit).map(write),
  );
}
