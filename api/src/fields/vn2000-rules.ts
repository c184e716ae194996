/** The official seven-parameter shift from VN-2000 to WGS84. */
const shift = '-191.90441429,-39.30318279,-111.45032835,-0.00928836,0.01975479,-0.00427372,0.252906278';

/** VN-2000 with this central meridian, as a definition of PROJ. */
export const vn2000Projection = (meridian: number): string =>
  `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=0.9999 +x_0=500000 +y_0=0 +ellps=WGS84 +towgs84=${shift} +units=m +no_defs`;

/** Metres east and north. Land certificates list X as the north and Y as the east. */
export type PlanePoint = readonly [east: number, north: number];

/**
 * Corners of a list, one in a line: an optional number, X (north) and Y (east) in metres. East is 500,000 ± 250,000, north is beyond 800,000
 * everywhere in Vietnam, so either order of the columns is recognised.
 */
export function readCoordinateList(text: string): { points: PlanePoint[] } | { line: number } {
  const points: PlanePoint[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || /^[^\d-]*$/.test(line)) continue;
    const numbers = line
      .trim()
      .split(/[\s;|]+/)
      .map((word) => Number(normalised(word)));
    const metres = numbers.filter((number) => number > 200_000 && number < 3_000_000);
    const [one, two] = metres.length > 2 ? metres.slice(-2) : metres;
    if (one === undefined || two === undefined || numbers.some(Number.isNaN)) return { line: at + 1 };
    const [east, north] = one < two ? [one, two] : [two, one];
    if (east > 750_000 || east < 250_000 || north < 800_000) return { line: at + 1 };
    points.push([east, north]);
  }
  return { points };
}

/** 1.109.187,399 and 1,109,187.399 become 1109187.399: the last mark before at most three digits more is the decimal one. */
function normalised(word: string): string {
  const last = Math.max(word.lastIndexOf('.'), word.lastIndexOf(','));
  const marks = word.match(/[.,]/g)?.length ?? 0;
  if (last === -1) return word;
  const isThousands = marks === 1 && word.length - last === 4 && last <= 3;
  if (isThousands) return word.replace(/[.,]/, '');
  return `${word.slice(0, last).replaceAll(/[.,]/g, '')}.${word.slice(last + 1)}`;
}
