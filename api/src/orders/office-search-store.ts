import { maxSearchTotal, type Sort } from '../platform/http/paging.ts';
import type { Db, Value } from '../platform/postgres/database.ts';
import { looseStatement } from '../platform/postgres/sql.ts';
import { hasDateFilter, hasPersonFilter, type OfficeListFilter } from './office-filter.ts';
import { isClosed, officeWhere, orderOf, stateSorts } from './office-list-store.ts';
import { nullableOrderSorts } from './order-list-store.ts';
import { searchSql } from './order-search-index-store.ts';

export interface FoundOrders {
  /** Ids of the page, in the order of the list. */
  ids: string[];
  /** Exact up to `maxSearchTotal`. */
  matches: number;
}

// Rows of the list that are always scanned. Their matches estimate how common the words are.
const sampleRows = 1000;
// Fewer matches in the sample: the words are so rare that the index finds all of them at once.
const rareMatches = 5;
// More matches in the sample: a scan finds 1,001 matches sooner than the index. The index finds orders before the filters, so with filters a scan
// does as soon as it can.
const commonMatches = 150;
const commonFilteredMatches = 50;
// More matches in the sample: if there are too many matches to sort, a scan probably fills the page.
const fillingMatches = 2;
const maxScannedRows = 20_000;
// Matches of the index beyond which they are not sorted, unless a long scan does not fill the page.
const maxSortedMatches = 5000;
const maxNearOffset = 10_000;
// Words of a search that the sample ranks, and the rarest of them that the index looks up.
const maxRankedWords = 8;
const maxIndexedWords = 3;

/**
 * A page of a search. Scanning the list in its order is fast if many orders match, and finding all matches by the index of words and sorting
 * them is fast if few do. PostgreSQL cannot estimate which, because words of a place or a name come together. So a sample of the list is
 * scanned first, and its matches decide. Each step has a bounded number of rows; only a page that none of them fills sorts all matches.
 */
export async function searchOfficeOrders(
  db: Db,
  filter: OfficeListFilter,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<FoundOrders> {
  const search = new OfficeSearch(db, filter, sort, limit, offset);
  if (hasPersonFilter(filter)) return search.ofPerson();
  if (isOrderNumber(filter)) return search.byIndex(maxSortedMatches);
  return offset > maxNearOffset ? search.farPage() : search.nearPage();
}

const isOrderNumber = ({ number }: OfficeListFilter): boolean => number !== undefined && number.words === null;

const withoutSearch = (filter: OfficeListFilter): OfficeListFilter => ({ ...filter, words: undefined, number: undefined });

interface Step {
  /** Matches that the step has seen. */
  matches: number;
  ids: string[];
}

class OfficeSearch {
  readonly #db: Db;
  readonly #filter: OfficeListFilter;
  readonly #sort: Sort[];
  readonly #limits: string;
  readonly #pageEnd: number;
  /** The words that the index looks up, if the sample has ranked them; the others are checked on the rows. */
  #rareWords: string | undefined;

  constructor(db: Db, filter: OfficeListFilter, sort: Sort[], limit: number, offset: number) {
    this.#db = db;
    this.#filter = filter;
    this.#sort = sort;
    this.#limits = `limit ${rowCount(limit)} offset ${rowCount(offset)}`;
    this.#pageEnd = limit + offset;
  }

  async nearPage(): Promise<FoundOrders> {
    if (!this.#canScan) return this.#byIndexOrAll();
    const { scanned, ...sample } = await this.#sample();
    if (scanned < sampleRows) return sample;
    const { matches } = sample;
    // If all rows between the dates are scanned, their matches are all matches.
    if (matches >= rareMatches && matches < commonMatches && (await this.#hasFewRows())) return this.#scan(maxScannedRows);
    let page: Step = sample;
    if (matches < this.#pageEnd && matches >= rareMatches) {
      // Twice the rows that the sample suggests.
      page = await this.#scan((2 * this.#pageEnd * sampleRows) / matches);
    }
    if (page.matches > maxSearchTotal && page.matches >= this.#pageEnd) return page;
    if (matches >= (this.#isFiltered ? commonFilteredMatches : commonMatches)) {
      const counted = await this.#scan(maxScannedRows);
      if (counted.matches > maxSearchTotal && counted.matches >= this.#pageEnd) return counted;
    }
    if (page.matches < this.#pageEnd) return this.#byIndexOrAll(matches);
    return { ...page, matches: await this.#count() };
  }

  /** The total comes first, and rows are read only if the page exists. */
  async farPage(): Promise<FoundOrders> {
    const matches = await this.#count();
    return { matches, ids: matches > maxSearchTotal ? (await this.byIndex(undefined)).ids : [] };
  }

  async #byIndexOrAll(sampled = 0): Promise<FoundOrders> {
    const isScannedFirst = sampled >= fillingMatches;
    if (isScannedFirst) {
      const few = await this.byIndex(maxSearchTotal);
      if (few.matches <= maxSearchTotal) return few;
      const ids = await this.#scannedIds();
      if (ids !== undefined) return { ...few, ids };
    }
    const more = await this.byIndex(maxSortedMatches);
    if (more.matches <= maxSortedMatches) return more;
    const ids = isScannedFirst ? undefined : await this.#scannedIds();
    return { ...more, ids: ids ?? (await this.byIndex(undefined)).ids };
  }

  /** The page by a long scan; undefined if that does not fill it. */
  async #scannedIds(): Promise<string[] | undefined> {
    if (!this.#canScan) return undefined;
    const { matches, ids } = await this.#scan(maxScannedRows, this.#pageEnd);
    return matches < this.#pageEnd ? undefined : ids;
  }

  /** A person has so few orders that all are read. */
  async ofPerson(): Promise<FoundOrders> {
    const where = officeWhere(this.#filter);
    const { farmerId, sprayerId } = this.#filter;
    const ofFarmer =
      farmerId === undefined || sprayerId !== undefined
        ? undefined
        : `(select id from spray_order where farmer_id = $${where.values.push(farmerId)} offset 0) p
           cross join lateral (select * from order_search where id = p.id offset 0) o`;
    const text = `with found as materialized (select o.id, o.closed, o.date from ${ofFarmer ?? where.from} where ${where.text})
      ${this.#pageOf('found')}`;
    return this.#step(text, where.values);
  }

  /** Matches of the index, at most one more than `maxMatches`. */
  byIndex(maxMatches: number | undefined): Promise<Step> {
    const where = officeWhere(withoutSearch(this.#filter));
    const most = maxMatches === undefined ? '' : `limit ${rowCount(maxMatches + 1)}`;
    const text = `with found as materialized (select o.id, o.closed, o.date from ${this.#indexed(where.values)} where ${where.text} ${most})
      ${this.#pageOf('found')}`;
    return this.#step(text, where.values);
  }

  async #count(): Promise<number> {
    const { text, values } = officeWhere(withoutSearch(this.#filter));
    const counting = `select count(*) from (select from ${this.#indexed(values)} where ${text} limit ${maxSearchTotal + 1}) found`;
    const [row] = await this.#db.rows(looseStatement(counting), values);
    return Number(row?.[0] ?? 0);
  }

  /** Whether the dates leave so few rows that all are scanned. */
  async #hasFewRows(): Promise<boolean> {
    if (!this.#isDefaultOrder || !hasDateFilter(this.#filter) || this.#pageEnd > maxSearchTotal) return false;
    const values: Value[] = [];
    const counting = `select count(*) from (${this.#firstRows(maxScannedRows + 1, values, 'o.id')}) o`;
    const [row] = await this.#db.rows(looseStatement(counting), values);
    return Number(row?.[0] ?? 0) <= maxScannedRows;
  }

  #indexed(values: Value[]): string {
    const whole = searchSql(this.#filter, values);
    if (this.#rareWords === undefined) return `${whole.source} o`;
    const rare = searchSql({ words: this.#rareWords, number: undefined }, values);
    return `(select o.* from ${rare.source} o where ${whole.condition}) o`;
  }

  /** The first rows of the list, their number, and the page if their matches fill it. */
  async #sample(): Promise<Step & { scanned: number }> {
    const where = officeWhere(this.#filter);
    const words = `plain_words($${where.values.push(this.#filter.words ?? '')})`;
    const text = `with scanned as materialized (${this.#firstRows(sampleRows, where.values)}),
      found as materialized (select o.* from scanned o where ${where.text})
      ${this.#scannedPage(`(select count(*) from scanned),
        array_to_string(array(select w.word || ' ' || (select count(*) from scanned s where s.words @@ w.begun)
                                from (select word, words_begun(word) as begun from unnest(${words}) word
                                       where cardinality(${words}) > ${maxIndexedWords} limit ${maxRankedWords}) w), ',')`)}`;
    const [row] = await this.#db.rows(looseStatement(text), where.values);
    this.#rareWords = rarestWords(String(row?.[3] ?? ''));
    return { ...stepOf(row), scanned: Number(row?.[2] ?? 0) };
  }

  /** Scans more rows, by default until the page is filled and the total is known to be above its limit. */
  #scan(rows: number, mostMatches = Math.max(this.#pageEnd, maxSearchTotal + 1)): Promise<Step> {
    const where = officeWhere(this.#filter);
    const mostRows = Math.min(Math.ceil(rows), maxScannedRows);
    const text = `with found as materialized (
        select o.id, o.closed, o.date${this.#isDefaultOrder ? '' : ', o.position'} from (${this.#firstRows(mostRows, where.values)}) o
         where ${where.text} limit ${rowCount(mostMatches)})
      ${this.#scannedPage()}`;
    return this.#step(text, where.values);
  }

  get #isFiltered(): boolean {
    return officeWhere(withoutSearch(this.#filter)).terms > 0;
  }

  get #isDefaultOrder(): boolean {
    return this.#sort.length === 0;
  }

  /** States have few values, and nulls are not where the index has them. */
  get #canScan(): boolean {
    const [first] = this.#sort;
    if (first === undefined) return true;
    const isNullsLast = first.descending && nullableOrderSorts.includes(first.field);
    return this.#sort.length === 1 && !stateSorts.includes(first.field) && !isNullsLast;
  }

  /** Rows of `order_search` in the order of the list. Only those between the dates and in the part of the list that the filter selects. */
  #firstRows(rows: number, values: Value[], columns = 'o.*'): string {
    const most = rowCount(rows);
    if (!this.#isDefaultOrder)
      return `select o.*, c.position
                from (select c.id, row_number() over () as position from (select o.id from spray_order o order by ${orderOf(this.#sort)} limit ${most}) c) c
               cross join lateral (select * from order_search where id = c.id offset 0) o`;
    const { from, to, orderStatus } = this.#filter;
    const dates = [
      ...(from === undefined ? [] : [`o.date >= $${values.push(from)}`]),
      ...(to === undefined ? [] : [`o.date <= $${values.push(to)}`]),
    ];
    const parts: string[] = [];
    if (orderStatus.length === 0 || orderStatus.some((status) => !isClosed(status))) parts.push('not o.closed');
    if (orderStatus.length === 0 || orderStatus.some(isClosed)) parts.push('o.closed');
    // Without dates, the index has both parts one after the other.
    if (parts.length === 2 && !hasDateFilter(this.#filter))
      return `select ${columns} from order_search o order by o.closed, o.date desc, o.id desc limit ${most}`;
    const selects = parts.map(
      (part) =>
        `(select ${columns} from order_search o where ${[part, ...dates].join(' and ')} order by o.date desc, o.id desc limit ${most})`,
    );
    return `select * from (${selects.join(' union all ')}) o limit ${most}`;
  }

  #scannedPage(more?: string): string {
    const order = this.#isDefaultOrder ? 'f.closed, f.date desc, f.id desc' : 'f.position';
    return `select (select count(*) from found), array_to_string(array(select f.id from found f order by ${order} ${this.#limits}), ',')${more === undefined ? '' : `, ${more}`}`;
  }

  /** The number of rows in `found`, and the ids of the page. */
  #pageOf(found: string): string {
    const ids = this.#isDefaultOrder
      ? `select f.id from ${found} f order by f.closed, f.date desc, f.id desc ${this.#limits}`
      : `select o.id from (select o.* from ${found} f cross join lateral (select * from spray_order where id = f.id offset 0) o offset 0) o
          order by ${orderOf(this.#sort)} ${this.#limits}`;
    return `select (select count(*) from ${found}), array_to_string(array(${ids}), ',')`;
  }

  async #step(text: string, values: Value[]): Promise<Step> {
    const [row] = await this.#db.rows(looseStatement(text), values);
    return stepOf(row);
  }
}

/**
 * From `word matches,word matches`: the rarest words, if there are several. The index reads all orders of the rarest word and looks each of them
 * up in the others, so common ones would only cost.
 */
function rarestWords(ranked: string): string | undefined {
  const words = ranked.split(',').map((entry) => {
    const [word = '', matches = ''] = entry.split(' ');
    return { word, matches: Number(matches) };
  });
  if (words.length <= maxIndexedWords) return undefined;
  words.sort((a, b) => a.matches - b.matches);
  return words
    .slice(0, maxIndexedWords)
    .map(({ word }) => word)
    .join(' ');
}

function stepOf(row: readonly (string | null)[] | undefined): Step {
  const ids = String(row?.[1] ?? '');
  return { matches: Number(row?.[0] ?? 0), ids: ids === '' ? [] : ids.split(',') };
}

/** Only digits may become part of a statement's text. */
function rowCount(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is not a number of rows`);
  return String(value);
}
