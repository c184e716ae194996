import { toSingleLine } from '../platform/http/single-line-rules.ts';
import { type AreaContext, type DateOrder, type Read, readArea, readDate, readNumber, readPhone, readTime } from './cell-rules.ts';
import { plainText } from './column-rules.ts';
import type { Mapping, RowDetail } from './sheet-import.ts';
import { valueWords, type WordList } from './value-word-rules.ts';

/** What the cells of a file mean. */
export interface ReadContext {
  mapping: Mapping;
  dateOrder: DateOrder;
  area: AreaContext;
}

const required = 'is required';

/** Reads the cells of one row by field, and collects what is wrong with them. Empty cells are null. */
export class RowReader {
  readonly errors: RowDetail[] = [];
  readonly #cells: readonly string[];
  readonly #context: ReadContext;

  constructor(cells: readonly string[], context: ReadContext) {
    this.#cells = cells;
    this.#context = context;
  }

  fail(field: string, message: string): null {
    if (!this.errors.some((error) => error.field === field)) this.errors.push({ field, message });
    return null;
  }

  /** The trimmed text of a cell; empty if the file has no such column. */
  cell(field: string): string {
    const at = this.#context.mapping[field];
    return at === undefined ? '' : (this.#cells[at] ?? '').trim();
  }

  /** Cells often have line breaks, which become spaces. */
  line(field: string, longest: number): string | null {
    return this.#limited(field, toSingleLine(this.cell(field)), longest);
  }

  text(field: string, longest: number): string | null {
    return this.#limited(field, this.cell(field), longest);
  }

  requireLine(field: string, longest: number): string {
    return this.line(field, longest) ?? this.fail(field, required) ?? '';
  }

  #limited(field: string, text: string, longest: number): string | null {
    if (text.length > longest) return this.fail(field, `must have at most ${longest} characters`);
    return text === '' ? null : text;
  }

  id(): string | null {
    const text = this.cell('id');
    if (text === '') return null;
    return /^[1-9]\d{0,17}$/.test(text) ? text : this.fail('id', 'must be a whole number');
  }

  email(): string | null {
    const text = this.line('email', 254);
    if (text === null) return null;
    return /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/.test(text)
      ? text
      : this.fail('email', 'must be an e-mail address');
  }

  phone(): string | null {
    return this.#read('phoneNumber', readPhone);
  }

  date(field: string): string | null {
    return this.#read(field, (text) => readDate(text, this.#context.dateOrder));
  }

  time(field: string): string | null {
    return this.#read(field, readTime);
  }

  number(field: string, smallest: number, largest: number): number | null {
    return this.#bounded(
      field,
      this.#read(field, (text) => readNumber(text, largest)),
      smallest,
      largest,
    );
  }

  area(field: string, smallest: number, largest: number): number | null {
    return this.#bounded(
      field,
      this.#read(field, (text) => readArea(text, this.#context.area)),
      smallest,
      largest,
    );
  }

  /** One of the values of a list of words, in either language or as in the API. */
  word<List extends WordList>(field: string, list: List): keyof (typeof valueWords.en)[List] | null {
    const text = plainText(this.cell(field));
    if (text === '') return null;
    const words: Record<string, string>[] = [valueWords.en[list], valueWords.vi[list]];
    const values = Object.keys(valueWords.en[list]);
    const found = values.find((value) =>
      [value, ...words.map((language) => language[value] ?? '')].some((word) => plainText(word) === text),
    );
    const known = values.map((value) => words[0]?.[value]).join(', ');
    return (found as keyof (typeof valueWords.en)[List] | undefined) ?? this.fail(field, `must be one of ${known}`);
  }

  /** A value of a map by its plain text. */
  choice(field: string, values: ReadonlyMap<string, string>, message: string): string | null {
    const text = plainText(this.cell(field));
    return text === '' ? null : (values.get(text) ?? this.fail(field, message));
  }

  require<T>(field: string, value: T | null): T | null {
    return value ?? this.fail(field, required);
  }

  #read<T>(field: string, parse: (text: string) => Read<T>): T | null {
    const text = this.cell(field);
    if (text === '') return null;
    const read = text.length > 200 ? { error: 'is too long' } : parse(text);
    return 'error' in read ? this.fail(field, read.error) : read.value;
  }

  #bounded(field: string, value: number | null, smallest: number, largest: number): number | null {
    if (value === null || (value >= smallest && value <= largest)) return value;
    return this.fail(field, `must be from ${smallest} to ${largest}`);
  }
}
