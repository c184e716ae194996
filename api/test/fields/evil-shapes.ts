/**
 * Boundaries that make slow algorithms slow: each has about the given number of points, and lies within 0.02 degrees of its corner. They are
 * used by unit tests of the geometry, and by tests that post them to the service.
 */

type Point = [number, number];
type Ring = Point[];

export interface Shape {
  type: 'Polygon' | 'MultiPolygon';
  coordinates: unknown[];
}

const corner: Point = [105.4, 10.5];
const side = 0.02;

const at = (x: number, y: number): Point => [corner[0] + x * side, corner[1] + y * side];
const closed = (ring: Ring): Ring => [...ring, ring[0] as Point];
const polygon = (...rings: Ring[]): Shape => ({ type: 'Polygon', coordinates: rings.map(closed) });
const multiPolygon = (parts: Ring[][]): Shape => ({ type: 'MultiPolygon', coordinates: parts.map((rings) => rings.map(closed)) });
const many = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(length)) }, (_, n) => make(n));
const moved = (ring: Ring, map: (x: number, y: number) => Point): Ring => ring.map(([x, y]) => map(x, y));

/** Teeth from left to right on a straight back, in a square of side 1. */
const teeth = (points: number, height: (share: number) => number = () => 1): Ring => [
  [0, 0],
  [1, 0],
  ...many(points - 3, (n): Point => {
    const x = 1 - n / (points - 3);
    return [x, n % 2 === 0 ? 0.1 : height(x)];
  }),
];

const comb = (points: number) => polygon(moved(teeth(points), at));
const lyingComb = (points: number) => polygon(moved(teeth(points), (x, y) => at(y, x)));

const diagonal = (x: number, y: number) => at(y * 0.9 + 0.05 * x, y * 0.9 + 0.05 * (1 - x));

/** All edges are long diagonals beside each other, with nearly equal boxes. */
const parallelDiagonals = (points: number) => polygon(moved(teeth(points), diagonal));

/** The points of the back are far from the line between their neighbours in each step of a simplification. */
const descendingComb = (points: number) =>
  polygon(
    moved(
      teeth(points, (x) => 0.2 + 0.8 * x),
      at,
    ),
  );

/** All spikes begin near the centre: no grid separates them. */
const star = (points: number) =>
  polygon(
    many(points - 1, (n) => {
      const [angle, radius] = [(2 * Math.PI * n) / (points - 1), n % 2 === 0 ? 0.5 : 0.01];
      return at(0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle));
    }),
  );

const circle = (points: number) =>
  polygon(
    many(points - 1, (n) => {
      const angle = (2 * Math.PI * n) / (points - 1);
      return at(0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle));
    }),
  );

/** A band that winds round its centre. */
const spiral = (points: number) => {
  const turns = Math.min(20, points / 50);
  const arm = (shift: number) =>
    many((points - 1) / 2, (n) => {
      const share = n / (points / 2);
      const [angle, radius] = [2 * Math.PI * turns * share, 0.05 + 0.4 * share + shift];
      return at(0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle));
    });
  return polygon([...arm(0), ...arm(0.008).reverse()]);
};

const cells = (count: number) => {
  const columns = Math.ceil(Math.sqrt(count));
  return many(
    count,
    (n) => [0.02 + (0.96 * (n % columns)) / columns, 0.02 + (0.96 * Math.floor(n / columns)) / columns, 0.5 / columns] as const,
  );
};
const triangle = (x: number, y: number, size: number): Ring => [at(x, y), at(x + size, y), at(x, y + size)];

const manyParts = (points: number) => multiPolygon(cells(points / 4).map(([x, y, size]) => [triangle(x, y, size)]));
const manyHoles = (points: number) =>
  polygon([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], ...cells((points - 5) / 4).map(([x, y, size]) => triangle(x, y, size)));

/** Parts whose boxes are nearly equal. */
const diagonalParts = (points: number) => {
  const count = Math.floor(points / 4);
  return multiPolygon(
    many(count, (n) => {
      const shift = (0.1 * n) / count;
      return [[at(shift, 0.1 - shift), at(0.9 + shift, 1 - shift), at(0.9 + shift + 0.05 / count, 1 - shift - 0.05 / count)]];
    }),
  );
};

/** Rings within rings: each part lies in the hole of the one around it. */
const nestedParts = (points: number) => {
  const count = Math.floor(points / 10);
  const square = (inset: number): Ring => [at(inset, inset), at(1 - inset, inset), at(1 - inset, 1 - inset), at(inset, 1 - inset)];
  return multiPolygon(many(count, (n) => [square((0.48 * n) / count), square((0.48 * (n + 0.5)) / count)]));
};

/** Squares in a row, each with an edge in common with the next. */
const touchingParts = (points: number) => {
  const count = Math.floor(points / 5);
  return multiPolygon(many(count, (n) => [[at(n / count, 0), at((n + 1) / count, 0), at((n + 1) / count, 0.5), at(n / count, 0.5)]]));
};

/** A hole that touches the boundary in all of its points, as the teeth of two combs. */
const touchingHole = (points: number) => {
  const count = Math.floor(points / 3) * 2;
  const wave = many(count, (n): Point => [0.1 + (0.8 * n) / count, n % 2 === 0 ? 0.5 : 0.6]);
  const [first, last] = [wave[0] as Point, wave.at(-1) as Point];
  const hole = many(count / 2, (n) => wave[2 * n + 1] as Point);
  return polygon(moved([...wave, [last[0], 1], [first[0], 1]], at), moved([...hole, [0.5, 0.9]], at));
};

/** Valid boundaries, from 100 points on. */
export const validEvilShapes: Record<string, (points: number) => Shape> = {
  comb,
  lyingComb,
  parallelDiagonals,
  descendingComb,
  star,
  circle,
  spiral,
  manyParts,
  manyHoles,
  diagonalParts,
  nestedParts,
  touchingParts,
  touchingHole,
};

/** Boundaries that must be refused, whatever their size. */
export const invalidEvilShapes: Record<string, (points: number) => Shape> = {
  /** Valid but for the last point. */
  crossingAtEnd: (points) => polygon(moved([...teeth(points - 1), [0.3, -0.05]], diagonal)),
  /** Each edge crosses nearly all others. */
  allCrossing: (points) => polygon(many(points - 1, (n) => (n % 2 === 0 ? at(n / points, 0) : at(1 - n / points, 1)))),
  /** One point again and again. */
  onePoint: (points) => polygon(many(points - 1, () => [0, 0])),
  /** The way there and back. */
  foldedBack: (points) => {
    const way = many(points / 2, (n) => at(n / points, (n / points) ** 2));
    return polygon([...way, ...way.slice(1, -1).reverse()]);
  },
  /** Each part lies within the one around it. */
  nestedWithoutHoles: (points) => {
    const { coordinates } = nestedParts(points * 2);
    return { type: 'MultiPolygon', coordinates: (coordinates as Ring[][]).map(([outer]) => [outer]) };
  },
  /** One part many times. */
  equalParts: (points) => multiPolygon(many(points / 4, () => [triangle(0.1, 0.1, 0.5)])),
};

/** The same shape elsewhere. */
export function shifted({ type, coordinates }: Shape, lng: number, lat: number): Shape {
  const move = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number' ? [value[0] + lng, (value[1] as number) + lat] : (value as unknown[]).map(move);
  return { type, coordinates: move(coordinates) as unknown[] };
}
