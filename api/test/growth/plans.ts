import pg from 'pg';
import { literal, type RecordedStatement } from './recorded-statements.ts';

/** A step of a plan in the format of EXPLAIN (ANALYZE, FORMAT JSON). */
interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Total Cost': number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

export interface Reading {
  /** The largest number of rows that one step read from a table or index. */
  rows: number;
  of: string;
  /** Large tables with a sequential scan. */
  whole: string[];
  /** The largest number of rows that was sorted. */
  sorted: number;
  plan: string;
}

// A few rows per day, independent of the number of orders.
const isSum = /^order_(day|place)_sum/;

const loopsOf = (step: Step): number => step['Actual Loops'] ?? 1;
const rowsOf = (step: Step): number => Math.round((step['Actual Rows'] ?? 0) * loopsOf(step));

/** Explains statements as the service runs them: with a generic plan, or with the plan that PostgreSQL chooses. */
export class Plans {
  readonly #client: pg.Client;
  readonly #large: ReadonlySet<string>;

  private constructor(client: pg.Client, large: ReadonlySet<string>) {
    this.#client = client;
    this.#large = large;
  }

  static async open(connection: pg.ClientConfig, fewRows: number): Promise<Plans> {
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query<{ relname: string }>("select relname from pg_class where relkind = 'r' and reltuples > $1", [
      fewRows,
    ]);
    return new Plans(client, new Set(rows.map(({ relname }) => relname)));
  }

  async read({ statement, values, isSearch }: RecordedStatement): Promise<Reading> {
    const run = values.length === 0 ? 'execute looked_at' : `execute looked_at (${values.map(literal).join(', ')})`;
    // Rolled back at the end. Statements are sent together: there are thousands, and most take less time than a round trip.
    const begin = `begin; ${isSearch ? 'set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0;' : ''}
      prepare looked_at as ${statement.text};`;
    try {
      const { sent, mode } = await this.#chooseMode(begin, statement, run);
      await this.#client.query(`${sent ? '' : begin} set local plan_cache_mode = ${mode}; savepoint before`);
      try {
        return this.#readingOf(await this.#explained('analyze, timing off, ', run));
      } catch {
        // A repeated insert can violate a constraint; then the estimated plan is used.
        await this.#client.query('rollback to before');
        return this.#readingOf(await this.#explained('', run));
      }
    } finally {
      await this.#client.query('rollback; deallocate all');
    }
  }

  /** An unnamed statement is planned for its values; for a named one PostgreSQL chooses by estimated cost. `sent`: whether `begin` was. */
  async #chooseMode(begin: string, { name, short }: RecordedStatement['statement'], run: string): Promise<{ sent: boolean; mode: string }> {
    const [generic, custom] = ['force_generic_plan', 'force_custom_plan'];
    if (short === true) return { sent: false, mode: generic };
    if (name === undefined) return { sent: false, mode: custom };
    const explain = (mode: string) => `set local plan_cache_mode = ${mode}; explain (format json) ${run}`;
    const results = (await this.#client.query(`${begin} ${explain(generic)}; ${explain(custom)}`)) as unknown as pg.QueryResult[];
    const [ofGeneric = 0, ofCustom = 0] = results
      .filter(({ command }) => command === 'EXPLAIN')
      .map((result) => planOf(result)['Total Cost']);
    return { sent: true, mode: ofGeneric <= ofCustom ? generic : custom };
  }

  async #explained(options: string, run: string): Promise<Step> {
    return planOf(await this.#client.query(`explain (${options}format json) ${run}`));
  }

  #readingOf(plan: Step): Reading {
    const reading: Reading = { rows: 0, of: '', whole: [], sorted: 0, plan: planText(plan) };
    const walk = (step: Step): void => {
      const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = step;
      if (!isSum.test(index ?? table ?? '') && (table !== undefined || index !== undefined)) {
        const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
        const rows = type === 'ModifyTable' ? 0 : rowsOf(step) + Math.round(removed * loopsOf(step));
        if (rows > reading.rows) Object.assign(reading, { rows, of: index ?? table });
        if (type === 'Seq Scan' && loopsOf(step) > 0 && this.#large.has(table ?? '')) reading.whole.push(table ?? '');
      }
      if (type.endsWith('Sort')) reading.sorted = Math.max(reading.sorted, ...(step.Plans ?? []).map(rowsOf));
      for (const inner of step.Plans ?? []) walk(inner);
    };
    walk(plan);
    return reading;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

const planOf = ({ rows }: pg.QueryResult): Step => (rows[0]['QUERY PLAN'] as [{ Plan: Step }])[0].Plan;

function planText(step: Step, depth = 0): string {
  const on = step['Index Name'] ?? step['Relation Name'] ?? '';
  const removed = step['Rows Removed by Filter'] === undefined ? '' : `, left out ${step['Rows Removed by Filter']}`;
  const line = `${'  '.repeat(depth)}${step['Node Type']} ${on}: ${step['Actual Rows'] ?? '?'} × ${loopsOf(step)}${removed}`;
  return [line, ...(step.Plans ?? []).map((inner) => planText(inner, depth + 1))].join('\n');
}
