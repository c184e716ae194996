/** A network with a capacity and a cost per unit on each edge, for minimum-cost flows (successive shortest paths with potentials). */
export class FlowNetwork {
  #size: number;
  /** Edge i and its reverse i ^ 1 lie beside each other. */
  readonly #heads: number[] = [];
  readonly #capacities: number[] = [];
  readonly #costs: number[] = [];
  readonly #edgesOf: number[][];

  constructor(nodeCount: number) {
    this.#size = nodeCount;
    this.#edgesOf = Array.from({ length: nodeCount }, () => []);
  }

  /** Returns the node's number. */
  addNode(): number {
    this.#edgesOf.push([]);
    return this.#size++;
  }

  /** Returns the edge's number. `cost` must not be negative. */
  addEdge(from: number, to: number, capacity: number, cost: number): number {
    const edge = this.#heads.length;
    this.#heads.push(to, from);
    this.#capacities.push(capacity, 0);
    this.#costs.push(cost, -cost);
    this.#edgesOf[from]?.push(edge);
    this.#edgesOf[to]?.push(edge + 1);
    return edge;
  }

  /** Units that flow over an edge. */
  flowOf(edge: number): number {
    return this.#capacities[edge + 1] as number;
  }

  /**
   * Sends as many units as possible from source to sink, at the lowest total cost; returns that cost. Each round sends flow along a
   * shortest path. The potentials keep all reduced costs of usable edges at zero or above, so that Dijkstra's algorithm finds it.
   */
  sendAll(source: number, sink: number): number {
    const potentials = new Float64Array(this.#size);
    let total = 0;
    for (;;) {
      const { distances, edgeTo } = this.#shortestPaths(source, sink, potentials);
      if (distances[sink] === Infinity) return total;
      for (let node = 0; node < this.#size; node++)
        // Nodes farther away than the sink may keep the sink's distance: their reduced costs stay valid.
        potentials[node] = (potentials[node] as number) + Math.min(distances[node] as number, distances[sink] as number);
      total += this.#augment(source, sink, edgeTo);
    }
  }

  /** Dijkstra's algorithm without a heap: the network is dense. Stops when the distance of the sink is final. */
  #shortestPaths(source: number, sink: number, potentials: Float64Array): { distances: Float64Array; edgeTo: Int32Array } {
    const distances = new Float64Array(this.#size).fill(Infinity);
    const edgeTo = new Int32Array(this.#size).fill(-1);
    const isFinal = new Uint8Array(this.#size);
    distances[source] = 0;
    for (;;) {
      let nearest = -1;
      let nearestDistance = Infinity;
      for (let node = 0; node < this.#size; node++)
        if (isFinal[node] === 0 && (distances[node] as number) < nearestDistance) {
          nearest = node;
          nearestDistance = distances[node] as number;
        }
      if (nearest === -1 || nearest === sink) return { distances, edgeTo };
      isFinal[nearest] = 1;
      for (const edge of this.#edgesOf[nearest] as number[]) {
        if (this.#capacities[edge] === 0) continue;
        const to = this.#heads[edge] as number;
        const reduced = (this.#costs[edge] as number) + (potentials[nearest] as number) - (potentials[to] as number);
        const distance = nearestDistance + reduced;
        if (isFinal[to] === 0 && distance < (distances[to] as number)) {
          distances[to] = distance;
          edgeTo[to] = edge;
        }
      }
    }
  }

  /** Sends as much as the path carries; returns its cost. */
  #augment(source: number, sink: number, edgeTo: Int32Array): number {
    const path: number[] = [];
    for (let node = sink; node !== source; node = this.#heads[(edgeTo[node] as number) ^ 1] as number) path.push(edgeTo[node] as number);
    const units = Math.min(...path.map((edge) => this.#capacities[edge] as number));
    let cost = 0;
    for (const edge of path) {
      this.#capacities[edge] = (this.#capacities[edge] as number) - units;
      this.#capacities[edge ^ 1] = (this.#capacities[edge ^ 1] as number) + units;
      cost += units * (this.#costs[edge] as number);
    }
    return cost;
  }
}
