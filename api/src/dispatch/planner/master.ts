import type { Highs, Model } from 'highs';
import { type Instance, jobsCost, type PersonClass } from './instance.ts';
import { columnMatrix } from './matrix.ts';
import { maxLength, type Route, type RoutePrices } from './routes.ts';

/** Number of jobs of one person in each block, for people of one class with the same number of other jobs. */
export interface DayPattern {
  classIndex: number;
  group: number;
  /** By block. */
  jobs: number[];
  cost: number;
}

interface Row {
  lower: number;
  upper: number;
}

interface StaticColumn {
  cost: number;
  upper: number;
  rows: number[];
  values: number[];
}

/**
 * Rows of the master problem. For each order: the number of people and the seniors; where a second person is optional, that an order
 * without a crew has none; where a person is pinned, that person. For each session that is short of people: the fewest orders without a crew. For each class, block and length: as many routes as day patterns use. For
 * each class and number of other jobs: one day pattern per person.
 */
export class MasterLayout {
  readonly instance: Instance;
  readonly rows: Row[] = [];
  readonly columns: StaticColumn[] = [];
  readonly patterns: DayPattern[] = [];
  /** Column of the order's "no crew"; the columns of patterns follow all columns of orders. */
  readonly noCrew: Int32Array;
  readonly second: Int32Array;
  readonly firstPattern: number;
  readonly people: Int32Array;
  readonly seniors: Int32Array;
  readonly pins: Int32Array;
  /** First row of the class and block; the row of length k is k − 1 further on. */
  readonly lengths: Int32Array[];
  /** Cost that every solution has, besides its columns. */
  readonly constant: number;

  constructor(instance: Instance) {
    this.instance = instance;
    const { orders, day } = instance;
    const row = (lower: number, upper: number): number => this.rows.push({ lower, upper }) - 1;
    const column = (cost: number, upper: number, entries: [number, number][]): number =>
      this.columns.push({ cost, upper, rows: entries.map(([at]) => at), values: entries.map(([, value]) => value) }) - 1;
    this.people = Int32Array.from(orders, ({ need }) => row(need, need));
    this.seniors = Int32Array.from(orders, () => row(1, Number.POSITIVE_INFINITY));
    this.pins = Int32Array.from(orders, ({ pinned }) => (pinned === undefined ? -1 : row(1, 1)));
    const optional = Int32Array.from(orders, ({ canHaveSecond }) => (canHaveSecond ? row(Number.NEGATIVE_INFINITY, 1) : -1));
    const staffing = sessionsShortOfPeople(instance).map(({ session, fewest }) => ({ session, at: row(fewest, Number.POSITIVE_INFINITY) }));
    // A pinned crew of two always has its second person, except when the order has no crew.
    const fixedCost = orders.map(({ need, canHaveSecond, pairCost }) => (need === 2 && !canHaveSecond ? pairCost : 0));
    this.constant = fixedCost.reduce((sum, cost) => sum + cost, instance.constant);
    this.noCrew = Int32Array.from(orders, ({ need, session }, at) => {
      const entries: [number, number][] = [
        [this.people[at] as number, need],
        [this.seniors[at] as number, 1],
      ];
      if (this.pins[at] !== -1) entries.push([this.pins[at] as number, 1]);
      if (optional[at] !== -1) entries.push([optional[at] as number, 1]);
      for (const short of staffing) if (short.session === session) entries.push([short.at, 1]);
      return column(day.settings.weights.orderWithoutCrew - (fixedCost[at] as number), 1, entries);
    });
    this.second = Int32Array.from(orders, ({ canHaveSecond, pairCost }, at) =>
      canHaveSecond
        ? column(pairCost, 1, [
            [this.people[at] as number, -1],
            [optional[at] as number, 1],
          ])
        : -1,
    );
    this.lengths = instance.classes.map((person) =>
      Int32Array.from(instance.blocks, (_, block) => {
        const first = this.rows.length;
        for (let length = 1; length <= maxLength(instance, person, block); length++) row(0, 0);
        return first;
      }),
    );
    this.firstPattern = this.columns.length;
    for (const person of instance.classes) {
      for (const [group, { otherJobs, members }] of person.groups.entries()) {
        const all = row(members.length, members.length);
        for (const jobs of listPatterns(instance, person)) {
          const total = jobs.reduce((sum, count) => sum + count, 0);
          const cost = jobsCost(instance, person.isSenior, otherJobs, total);
          const entries = jobs.flatMap((count, block): [number, number][] =>
            count === 0 ? [] : [[(this.lengths[person.index]?.[block] as number) + count - 1, -1]],
          );
          column(cost, members.length, [[all, 1], ...entries]);
          this.patterns.push({ classIndex: person.index, group, jobs, cost });
        }
      }
    }
  }

  rowsOfRoute(route: Route): number[] {
    const person = this.instance.classes[route.classIndex] as PersonClass;
    const rows = route.orders.map((order) => this.people[order] as number);
    if (person.isSenior) rows.push(...route.orders.map((order) => this.seniors[order] as number));
    for (const order of route.orders) {
      const { pinned } = this.instance.orders[order] as { pinned?: number };
      if (pinned !== undefined && this.instance.classOf[pinned] === route.classIndex) rows.push(this.pins[order] as number);
    }
    rows.push((this.lengths[route.classIndex]?.[route.block] as number) + route.orders.length - 1);
    return rows;
  }

  /** Cost of the fixed columns if only orders without a crew count. */
  countCosts(): number[] {
    const free = this.columns.map(() => 0);
    for (const column of this.noCrew) free[column] = 1;
    return free;
  }
}

/**
 * Sessions in which some orders must stay without a crew, whatever the routes are. The linear program alone could give half a crew to an order that needs two people, and so
 * count half an order too few in a session; these rows are only about orders without a crew, so they do not change the prices of routes.
 */
function sessionsShortOfPeople({ sessions, orders, allowed, day }: Instance): { session: number; fewest: number }[] {
  return sessions.flatMap((_, session) => {
    const own = orders.flatMap((order, at) => (order.session === session ? [{ need: order.need, at }] : []));
    const staffable = own.filter(({ at }) => allowed.some((row) => row[at] === 1));
    const present = day.sprayers.filter((_sprayer, person) => staffable.some(({ at }) => allowed[person]?.[at] === 1));
    const seniors = present.filter(({ expertise }) => expertise !== 'apprentice').length;
    const singles = staffable.filter(({ need }) => need === 1).length;
    let most = 0;
    for (let pairs = 0; pairs <= Math.min(staffable.length - singles, seniors, Math.floor(present.length / 2)); pairs++) {
      most = Math.max(most, pairs + Math.min(singles, seniors - pairs, present.length - 2 * pairs));
    }
    return own.length > most ? [{ session, fewest: own.length - most }] : [];
  });
}

function listPatterns(instance: Instance, person: PersonClass): number[][] {
  let patterns: number[][] = [[]];
  for (const block of instance.blocks.keys()) {
    const longest = maxLength(instance, person, block);
    patterns = patterns.flatMap((jobs) => Array.from({ length: longest + 1 }, (_, count) => [...jobs, count]));
  }
  return patterns.filter((jobs) => jobs.reduce((sum, count) => sum + count, 0) <= person.maxJobs);
}

/** Two people who must not be together on an order: added only when a solution breaks it. */
export interface BanRow {
  pair: [number, number];
  order: number;
}

export interface LinearSolution {
  objective: number;
  /** Fixed columns of the layout, then routes. */
  values: Float64Array;
  duals: Float64Array;
}

/** The linear program over the routes found so far; it stays in memory of the solver, which continues from its last basis. */
export class Master {
  readonly layout: MasterLayout;
  readonly routes: Route[] = [];
  readonly bans: BanRow[] = [];
  private readonly known = new Map<string, number>();
  private readonly model: Model;
  private readonly costs: number[];
  private readonly costScale: number;

  constructor(highs: Highs, layout: MasterLayout, { isCount }: { isCount: boolean }) {
    this.layout = layout;
    this.costScale = isCount ? 0 : 1;
    this.costs = isCount ? layout.countCosts() : layout.columns.map(({ cost }) => cost);
    this.model = highs.createModel({
      numCols: layout.columns.length,
      numRows: layout.rows.length,
      colCost: this.costs,
      colLower: layout.columns.map(() => 0),
      colUpper: layout.columns.map(({ upper }) => upper),
      rowLower: layout.rows.map(({ lower }) => lower),
      rowUpper: layout.rows.map(({ upper }) => upper),
      matrix: columnMatrix(layout.columns, layout.rows.length),
    });
    this.model.options.set({ output_flag: false, presolve: 'off', solver: 'simplex', random_seed: 0 });
  }

  /** Adds the routes that are new. Returns their number. */
  add(routes: readonly Route[]): number {
    const fresh = routes.filter((route) => {
      const key = routeKey(route);
      if (this.known.has(key)) return false;
      this.known.set(key, this.routes.length);
      this.routes.push(route);
      return true;
    });
    if (fresh.length === 0) return 0;
    const columns = fresh.map((route) => {
      const rows = [...this.layout.rowsOfRoute(route), ...this.banRowsOf(route)];
      return { rows, values: rows.map(() => 1) };
    });
    this.model.addCols({
      cost: Float64Array.from(fresh, ({ cost }) => cost * this.costScale),
      lower: new Float64Array(fresh.length),
      upper: new Float64Array(fresh.length).fill(Number.POSITIVE_INFINITY),
      matrix: columnMatrix(columns, this.layout.rows.length + this.bans.length),
    });
    return fresh.length;
  }

  addBans(bans: readonly BanRow[]): void {
    for (const ban of bans) {
      const indices = this.routes.flatMap((route, at) =>
        isInBan(this.layout.instance, ban, route) ? [this.layout.columns.length + at] : [],
      );
      this.bans.push(ban);
      this.model.addRow(Number.NEGATIVE_INFINITY, 1, { indices, values: indices.map(() => 1) });
    }
  }

  private banRowsOf(route: Route): number[] {
    return this.bans.flatMap((ban, at) => (isInBan(this.layout.instance, ban, route) ? [this.layout.rows.length + at] : []));
  }

  /** Limits the price of an order without a crew; lower prices keep the duals calm while there are few routes. */
  setPenalty(penalty: number): void {
    const { noCrew, columns, instance } = this.layout;
    for (const [order, column] of noCrew.entries()) {
      const full = (columns[column] as StaticColumn).cost;
      this.costs[column] = Math.min(full, penalty * (instance.orders[order]?.need ?? 1));
    }
    this.model.changeColsCost(
      { kind: 'set', indices: noCrew },
      Float64Array.from(noCrew, (column) => this.costs[column] as number),
    );
  }

  /** Uses a route at least this often. */
  fix(route: number, times: number): void {
    this.model.changeColBounds(this.layout.columns.length + route, times, Number.POSITIVE_INFINITY);
  }

  /** Uses a column of the layout this often. */
  fixColumn(column: number, value: number): void {
    this.model.changeColBounds(column, value, value);
  }

  /** Solves the linear program. */
  solve(): LinearSolution {
    this.model.run();
    const { colValue, rowDual } = this.model.getSolution();
    return { objective: this.model.getObjectiveValue(), values: colValue, duals: rowDual };
  }

  /** What the duals say about visits and lengths for a class. */
  pricesOf(person: PersonClass, duals: Float64Array): RoutePrices[] {
    const { layout } = this;
    const { instance } = layout;
    const visit = Float64Array.from(instance.orders, ({ pinned }, order) => {
      const people = duals[layout.people[order] as number] as number;
      const senior = person.isSenior ? (duals[layout.seniors[order] as number] as number) : 0;
      const pin = pinned !== undefined && instance.classOf[pinned] === person.index ? (duals[layout.pins[order] as number] as number) : 0;
      return people + senior + pin;
    });
    for (const [at, { pair, order }] of this.bans.entries()) {
      const isMember = pair.some((member) => instance.classOf[member] === person.index);
      if (isMember) visit[order] = (visit[order] as number) + (duals[layout.rows.length + at] ?? 0);
    }
    return instance.blocks.map((_, block) => {
      const longest = maxLength(instance, person, block);
      const first = layout.lengths[person.index]?.[block] as number;
      return {
        visit,
        length: Float64Array.from({ length: longest + 1 }, (_value, length) => (length === 0 ? 0 : (duals[first + length - 1] as number))),
      };
    });
  }

  /**
   * A lower bound that holds for any duals: their objective, minus what columns with a negative reduced cost could still save. `smallest` has the smallest reduced cost
   * of all routes by class and block. It is computed here and not taken from the solver, so that tolerances of the solver cannot make it wrong.
   */
  lowerBound(duals: Float64Array, smallest: readonly (readonly number[])[]): number {
    const { layout } = this;
    let bound = 0;
    for (const [at, dual] of duals.entries()) {
      const { lower, upper } = layout.rows[at] ?? { lower: Number.NEGATIVE_INFINITY, upper: 1 };
      const side = dual > 0 ? lower : upper;
      if (Number.isFinite(side)) bound += dual * side;
      else if (Math.abs(dual) > 1e-6) return Number.NEGATIVE_INFINITY;
    }
    for (const [at, { upper, rows, values }] of layout.columns.entries()) {
      const reduced = rows.reduce((sum, row, entry) => sum - (duals[row] as number) * (values[entry] as number), this.costs[at] as number);
      bound += Math.min(0, reduced) * upper;
    }
    for (const person of layout.instance.classes) {
      for (const value of smallest[person.index] ?? []) bound += Math.min(0, value) * person.members.length;
    }
    return bound;
  }

  dispose(): void {
    this.model.dispose();
  }
}

export const routeKey = ({ classIndex, orders }: Route): string => `${classIndex}:${orders.join()}`;

export const isInBan = (instance: Instance, { pair, order }: BanRow, route: Route): boolean =>
  route.orders.includes(order) && pair.some((member) => instance.classOf[member] === route.classIndex);
