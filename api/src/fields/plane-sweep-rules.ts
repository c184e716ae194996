import type { Position, Ring } from './field.ts';

/** A closed line of a sweep, with two numbers that are added up over the lines below a point. */
export interface SweptRing {
  ring: Ring;
  first: number;
  second: number;
}

export interface SweepRules {
  /** The numbers are added where the way upwards enters the ring, and subtracted where it leaves it. Otherwise they are always added. */
  isDirected: boolean;
  mayTouchItself: boolean;
  /** Whether ground with these sums is a fault. */
  isFault(first: number, second: number): boolean;
  /** Ends the sweep at the first fault; otherwise a crossing is looked for to the end. */
  stopsAtFault: boolean;
  /** Edges without a part in this box are left out. Those below it count for the sums. */
  within?: { west: number; east: number; north: number } | undefined;
}

export interface SweepResult {
  /** Where two edges cross, or a ring touches itself. */
  crossing?: Position | undefined;
  /** Indexes of the rings at the first point beside ground that is a fault. */
  fault?: number[] | undefined;
}

/** Positions are compared on a grid of 0.1 µm, where the differences are exact. */
const gridPerDegree = 2 ** 40;
const splitter = 2 ** 27 + 1;

/** What rounding takes from a product (Dekker). */
function productTail(a: number, b: number, product: number): number {
  const [ca, cb] = [splitter * a, splitter * b];
  const [ha, hb] = [ca - (ca - a), cb - (cb - b)];
  const [la, lb] = [a - ha, b - hb];
  return la * lb - (product - ha * hb - la * hb - ha * lb);
}

/** Sign of the cross product of two vectors of whole numbers below 2^50: exact. */
function turn(ux: number, uy: number, vx: number, vy: number): number {
  const [left, right] = [ux * vy, uy * vx];
  const difference = left - right;
  if (Math.abs(difference) > 4e-16 * (Math.abs(left) + Math.abs(right))) return difference;
  return left === right ? productTail(ux, vy, left) - productTail(uy, vx, right) : difference;
}

/** Edges on one line at the present point of the sweep: a node of a treap, sorted from south to north. */
class Bundle {
  /** The edge that reaches farthest. */
  edge: number;
  size = 1;
  /** Edge of each ring, if there are several. */
  members: Map<number, number> | undefined;
  first: number;
  second: number;
  sumFirst: number;
  sumSecond: number;
  readonly priority = Math.random();
  below: Bundle | undefined = undefined;
  above: Bundle | undefined = undefined;

  constructor(edge: number, first: number, second: number) {
    this.edge = edge;
    this.first = first;
    this.second = second;
    this.sumFirst = first;
    this.sumSecond = second;
  }

  update(): this {
    this.sumFirst = this.first + (this.below?.sumFirst ?? 0) + (this.above?.sumFirst ?? 0);
    this.sumSecond = this.second + (this.below?.sumSecond ?? 0) + (this.above?.sumSecond ?? 0);
    return this;
  }
}

function merge(south: Bundle | undefined, north: Bundle | undefined): Bundle | undefined {
  if (south === undefined) return north;
  if (north === undefined) return south;
  if (south.priority > north.priority) {
    south.above = merge(south.above, north);
    return south.update();
  }
  north.below = merge(south, north.below);
  return north.update();
}

function northernmost(bundle: Bundle | undefined): Bundle | undefined {
  let found = bundle;
  while (found?.above !== undefined) found = found.above;
  return found;
}

function southernmost(bundle: Bundle | undefined): Bundle | undefined {
  let found = bundle;
  while (found?.below !== undefined) found = found.below;
  return found;
}

/**
 * A line sweeps over rings from west to east, and keeps the edges that it meets sorted from south to north (Shamos and Hoey). Edges on one line
 * are one node, so the work is O(n log n) even where rings have long parts in common. Vertex and edge have one number: the edge begins there.
 */
class PlaneSweep {
  readonly #rings: readonly SweptRing[];
  readonly #rules: SweepRules;
  readonly #position: Position[] = [];
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #ring: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** Ends of each edge, sorted from west to east; -1: left out. */
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  /** -1: the way of the ring has its ground on the right. */
  readonly #direction: Int8Array;
  readonly #bundleOf: (Bundle | undefined)[];
  #root: Bundle | undefined;
  /** Parts of the last split. */
  #low: Bundle | undefined;
  #high: Bundle | undefined;
  #on: Bundle[] = [];

  constructor(rings: readonly SweptRing[], rules: SweepRules) {
    this.#rings = rings;
    this.#rules = rules;
    const most = rings.reduce((sum, { ring }) => sum + ring.length, 0);
    [this.#x, this.#y] = [new Float64Array(most), new Float64Array(most)];
    [this.#ring, this.#next, this.#previous] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
    [this.#left, this.#right] = [new Int32Array(most).fill(-1), new Int32Array(most).fill(-1)];
    this.#direction = new Int8Array(rings.length).fill(1);
    for (const [index, { ring }] of rings.entries()) this.#addRing(ring, index);
    this.#bundleOf = new Array(this.#position.length);
  }

  #addRing(ring: Ring, index: number): void {
    const begin = this.#position.length;
    for (const position of ring) {
      const at = this.#position.length;
      const [x, y] = [Math.round(position[0] * gridPerDegree), Math.round(position[1] * gridPerDegree)];
      if (at > begin && this.#x[at - 1] === x && this.#y[at - 1] === y) continue;
      this.#position.push(position);
      this.#x[at] = x;
      this.#y[at] = y;
      this.#ring[at] = index;
    }
    // The last position equals the first.
    if (this.#position.length - begin > 1) this.#position.pop();
    const end = this.#position.length;
    if (end - begin < 2) {
      this.#position.length = begin;
      return;
    }
    let lowest = begin;
    for (let at = begin; at < end; at++) {
      const next = at + 1 === end ? begin : at + 1;
      this.#next[at] = next;
      this.#previous[next] = at;
      const isForward = this.#compare(at, next) < 0;
      const [left, right] = isForward ? [at, next] : [next, at];
      if (this.#isNear(left, right)) {
        this.#left[at] = left;
        this.#right[at] = right;
      }
      if (this.#compare(at, lowest) < 0) lowest = at;
    }
    if (this.#side(this.#previous[lowest] as number, lowest, this.#next[lowest] as number) < 0) this.#direction[index] = -1;
  }

  #isNear(left: number, right: number): boolean {
    const { within } = this.#rules;
    if (within === undefined) return true;
    const [west, east, north] = [within.west * gridPerDegree - 1, within.east * gridPerDegree + 1, within.north * gridPerDegree + 1];
    return (
      (this.#x[left] as number) <= east &&
      (this.#x[right] as number) >= west &&
      Math.min(this.#y[left] as number, this.#y[right] as number) <= north
    );
  }

  /** Order of vertices from west to east, then from south to north. */
  #compare(a: number, b: number): number {
    return (this.#x[a] as number) - (this.#x[b] as number) || (this.#y[a] as number) - (this.#y[b] as number);
  }

  /** Positive: the vertex c is on the left of the line from a to b. */
  #side(a: number, b: number, c: number): number {
    const [ax, ay] = [this.#x[a] as number, this.#y[a] as number];
    return turn((this.#x[b] as number) - ax, (this.#y[b] as number) - ay, (this.#x[c] as number) - ax, (this.#y[c] as number) - ay);
  }

  /** Positive: the vertex is north of the edge. */
  #sideOfEdge(edge: number, vertex: number): number {
    return this.#side(this.#left[edge] as number, this.#right[edge] as number, vertex);
  }

  /** The point where two edges cross in their interiors. */
  #crossing(one: number, two: number): Position | undefined {
    const [a, b] = [this.#left[one] as number, this.#right[one] as number];
    const [c, d] = [this.#left[two] as number, this.#right[two] as number];
    if (this.#side(a, b, c) * this.#side(a, b, d) >= 0 || this.#side(c, d, a) * this.#side(c, d, b) >= 0) return undefined;
    const [[ax, ay], [bx, by]] = [this.#position[a] as Position, this.#position[b] as Position];
    const [[cx, cy], [dx, dy]] = [this.#position[c] as Position, this.#position[d] as Position];
    const divisor = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
    const share = divisor === 0 ? 0 : ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / divisor;
    return [ax + share * (bx - ax), ay + share * (by - ay)];
  }

  #weight(edge: number): number {
    if (!this.#rules.isDirected) return 1;
    return (this.#left[edge] === edge ? 1 : -1) * (this.#direction[this.#ring[edge] as number] as number);
  }

  #newBundle(edge: number): Bundle {
    const [{ first, second }, weight] = [this.#rings[this.#ring[edge] as number] as SweptRing, this.#weight(edge)];
    const bundle = new Bundle(edge, weight * first, weight * second);
    this.#bundleOf[edge] = bundle;
    return bundle;
  }

  #memberOf(bundle: Bundle, ring: number): number | undefined {
    if (bundle.members !== undefined) return bundle.members.get(ring);
    return this.#ring[bundle.edge] === ring ? bundle.edge : undefined;
  }

  /** Adds an edge that begins at the point; a place if the ring runs over itself there. */
  #join(bundle: Bundle, edge: number): Position | undefined {
    const ring = this.#ring[edge] as number;
    if (!this.#rules.mayTouchItself) {
      const own = this.#memberOf(bundle, ring);
      if (own !== undefined) {
        const shared = this.#next[own] === edge ? edge : this.#next[edge] === own ? own : (this.#left[edge] as number);
        return this.#position[shared];
      }
      bundle.members ??= new Map([[this.#ring[bundle.edge] as number, bundle.edge]]);
      bundle.members.set(ring, edge);
    }
    const [{ first, second }, weight] = [this.#rings[ring] as SweptRing, this.#weight(edge)];
    bundle.size++;
    bundle.first += weight * first;
    bundle.second += weight * second;
    if (this.#compare(this.#right[edge] as number, this.#right[bundle.edge] as number) > 0) bundle.edge = edge;
    this.#bundleOf[edge] = bundle;
    return undefined;
  }

  #leave(edge: number): void {
    const bundle = this.#bundleOf[edge] as Bundle;
    const ring = this.#ring[edge] as number;
    const [{ first, second }, weight] = [this.#rings[ring] as SweptRing, this.#weight(edge)];
    bundle.size--;
    bundle.first -= weight * first;
    bundle.second -= weight * second;
    bundle.members?.delete(ring);
    this.#bundleOf[edge] = undefined;
  }

  /** Divides the treap into bundles south of a vertex, on it, and north of it. */
  #split(bundle: Bundle | undefined, vertex: number): void {
    if (bundle === undefined) {
      [this.#low, this.#high] = [undefined, undefined];
      return;
    }
    const side = this.#sideOfEdge(bundle.edge, vertex);
    if (side > 0) {
      this.#split(bundle.above, vertex);
      bundle.above = this.#low;
      this.#low = bundle.update();
    } else if (side < 0) {
      this.#split(bundle.below, vertex);
      bundle.below = this.#high;
      this.#high = bundle.update();
    } else {
      this.#split(bundle.below, vertex);
      const low = this.#low;
      this.#on.push(bundle);
      this.#split(bundle.above, vertex);
      this.#low = low;
      [bundle.below, bundle.above] = [undefined, undefined];
    }
  }

  /** Most vertices: one edge ends, the next one takes its place. False: this vertex is not so simple. */
  #replace(vertex: number, ended: number, begun: number): boolean {
    const bundle = this.#bundleOf[ended] as Bundle;
    if (bundle.size > 1) return false;
    let [node, south, north]: (Bundle | undefined)[] = [this.#root];
    while (node !== undefined && node !== bundle) {
      const side = this.#sideOfEdge(node.edge, vertex);
      if (side === 0) return false;
      if (side > 0) [south, node] = [node, node.above];
      else [north, node] = [node, node.below];
    }
    south = northernmost(bundle.below) ?? south;
    north = southernmost(bundle.above) ?? north;
    if (south !== undefined && this.#sideOfEdge(south.edge, vertex) === 0) return false;
    if (north !== undefined && this.#sideOfEdge(north.edge, vertex) === 0) return false;
    bundle.edge = begun;
    bundle.members = undefined;
    [this.#bundleOf[ended], this.#bundleOf[begun]] = [undefined, bundle];
    this.#found.crossing = (south && this.#crossing(south.edge, begun)) ?? (north && this.#crossing(begun, north.edge));
    return true;
  }

  readonly #found: SweepResult = {};

  /** Any number of edges end and begin at equal vertices, and others pass them. */
  #meet(vertices: Int32Array, ended: readonly number[], begun: number[]): void {
    const vertex = vertices[0] as number;
    const here = this.#position[vertex] as Position;
    this.#on = [];
    this.#split(this.#root, vertex);
    const [low, high, on] = [this.#low, this.#high, this.#on];
    for (const edge of ended) this.#leave(edge);
    const [passing, other] = on.filter(({ size }) => size > 0);
    if (other !== undefined) {
      this.#found.crossing = here;
      return;
    }
    const after: Bundle[] = [];
    let isPlaced = passing === undefined;
    if (begun.length > 1) begun.sort((a, b) => Math.sign(this.#side(vertex, this.#right[b] as number, this.#right[a] as number)));
    for (const edge of begun) {
      const right = this.#right[edge] as number;
      if (!isPlaced && this.#sideOfEdge((passing as Bundle).edge, right) >= 0) {
        after.push(passing as Bundle);
        isPlaced = true;
      }
      const last = after.at(-1);
      if (last !== undefined && this.#side(vertex, this.#right[last.edge] as number, right) === 0) {
        this.#found.crossing = this.#join(last, edge);
        if (this.#found.crossing !== undefined) return;
      } else after.push(this.#newBundle(edge));
    }
    if (!isPlaced) after.push(passing as Bundle);
    if (!this.#rules.mayTouchItself && this.#touchesItself(vertices, passing)) {
      this.#found.crossing = here;
      return;
    }
    this.#checkGround(low, after, vertices, passing);
    const [south, north] = [northernmost(low), southernmost(high)];
    const [lowest, highest] = [after[0] ?? north, after.at(-1)];
    this.#found.crossing =
      (south && lowest && this.#crossing(south.edge, lowest.edge)) ?? (highest && north && this.#crossing(highest.edge, north.edge));
    let root = low;
    for (const bundle of after) root = merge(root, bundle.update());
    this.#root = merge(root, high);
  }

  /** A ring may have a vertex once, and not on another of its edges. */
  #touchesItself(vertices: Int32Array, passing: Bundle | undefined): boolean {
    if (vertices.length > 1 && new Set(vertices.map((vertex) => this.#ring[vertex] as number)).size < vertices.length) return true;
    // An edge that begins here has been added to what passes here: it is not passed.
    return (
      passing !== undefined &&
      vertices.some((vertex) => {
        const member = this.#memberOf(passing, this.#ring[vertex] as number);
        return member !== undefined && this.#compare(this.#left[member] as number, vertex) !== 0;
      })
    );
  }

  #checkGround(low: Bundle | undefined, after: readonly Bundle[], vertices: Int32Array, passing: Bundle | undefined): void {
    if (this.#found.fault !== undefined) return;
    let [first, second] = [low?.sumFirst ?? 0, low?.sumSecond ?? 0];
    for (const bundle of after) {
      first += bundle.first;
      second += bundle.second;
      if (!this.#rules.isFault(first, second)) continue;
      const rings = [...vertices].map((vertex) => this.#ring[vertex] as number);
      this.#found.fault = passing === undefined ? rings : [...rings, ...(passing.members?.keys() ?? [this.#ring[passing.edge] as number])];
      return;
    }
  }

  run(): SweepResult {
    const isUsed = (vertex: number) => this.#left[vertex] !== -1 || this.#left[this.#previous[vertex] as number] !== -1;
    const events = Int32Array.from(this.#position.keys())
      .filter(isUsed)
      .sort((a, b) => this.#compare(a, b));
    for (let at = 0; at < events.length; ) {
      const vertex = events[at] as number;
      let end = at + 1;
      while (end < events.length && this.#compare(vertex, events[end] as number) === 0) end++;
      const vertices = events.subarray(at, end);
      at = end;
      const [ended, begun]: [number[], number[]] = [[], []];
      for (const here of vertices) {
        for (const edge of [this.#previous[here] as number, here]) {
          if (this.#left[edge] === here) begun.push(edge);
          else if (this.#right[edge] === here) ended.push(edge);
        }
      }
      const isPassage = vertices.length === 1 && ended.length === 1 && begun.length === 1;
      if (!isPassage || !this.#replace(vertex, ended[0] as number, begun[0] as number)) this.#meet(vertices, ended, begun);
      if (this.#found.crossing !== undefined || (this.#rules.stopsAtFault && this.#found.fault !== undefined)) break;
    }
    return this.#found;
  }
}

/** Looks for crossings and for ground that is a fault. */
export const sweep = (rings: readonly SweptRing[], rules: SweepRules): SweepResult => new PlaneSweep(rings, rules).run();
