/** Lines from `first` up to, not including, `end`. */
export interface LineRange {
  first: number;
  end: number;
}

/** The range moves in steps, so that scrolling by one line does not render each time. */
const step = 4;

/** The lines of equal height within a part of their element, given by distances from its top. */
export function linesWithin({ top, bottom }: { top: number; bottom: number }, count: number, lineHeightPx: number): LineRange {
  const clamp = (line: number) => Math.max(0, Math.min(count, line));
  const first = clamp(Math.floor(top / lineHeightPx / step) * step);
  const end = clamp(Math.ceil(bottom / lineHeightPx / step) * step);
  return { first, end: Math.max(first, end) };
}

/** The positions of the items to render: those in the range, and the kept ones wherever they are. */
export function renderedPositions(count: number, range: LineRange, perLine: number, kept: readonly number[]): number[] {
  const first = Math.min(count, range.first * perLine);
  const end = Math.min(count, range.end * perLine);
  const inRange = Array.from({ length: end - first }, (_, n) => first + n);
  const others = kept.filter((position) => position >= 0 && position < count && (position < first || position >= end));
  return [...new Set([...others, ...inRange])].sort((one, other) => one - other);
}
