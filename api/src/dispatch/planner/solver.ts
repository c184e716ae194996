import highsModule, { type Highs } from 'highs';

// The package describes its types as those of a CommonJS module, but the ES module exports the function itself.
const loadHighs = highsModule as unknown as typeof highsModule.default;

let solver: Promise<Highs> | undefined;

/** One instance of the solver for all plans of a thread. */
export function getSolver(): Promise<Highs> {
  solver ??= loadHighs();
  return solver;
}

/** A small new instance for what remains to be computed: the one before may be in any state after it was refused memory. */
export function replaceSolver(): Promise<Highs> {
  maxBytes = Math.min(maxBytes, smallBytes);
  solver = undefined;
  return getSolver();
}

const smallBytes = 48e6;
let maxBytes = Number.POSITIVE_INFINITY;
let refusals = 0;

/** How often the solver was refused memory in this thread. */
export const memoryRefusals = (): number => refusals;

const pageBytes = 65_536;

/** `WebAssembly.Memory`, which the types of Node do not have. */
interface WasmMemory {
  buffer: ArrayBuffer;
  grow(this: WasmMemory, pages: number): number;
}

/**
 * A hard limit for the memory of each instance of the solver in this thread. The limits of a thread cover only the objects of JavaScript, and
 * the solver grows its memory by this function, whatever it allocates.
 */
export function limitSolverMemory(bytes: number): void {
  maxBytes = bytes;
  const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } }).WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > maxBytes) {
      refusals++;
      throw new RangeError('The solver needs more memory than it may have.');
    }
    return grow.call(this, pages);
  };
}
