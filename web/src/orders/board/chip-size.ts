import { type RefObject, useEffect, useState } from 'react';
import { useIsPhone } from '../../ui/phone.ts';

/** Width of the column with the times, and the padding of a cell. */
const besideChipsPx = 80 + 8;
const gapPx = 4;
const wideChipPx = 260;

/**
 * Chips of equal height: how many beside each other in a cell, and the height of a line with its gap. Texts grow with the user's font size.
 * Measured only while the board is windowed.
 */
export function useChipSize(
  row: RefObject<HTMLElement | null>,
  wide: boolean,
  isWindowed: boolean,
): { perLine: number; lineHeightPx: number } {
  const isPhone = useIsPhone();
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!isWindowed || row.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, isWindowed]);
  const remPx = isWindowed ? Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16 : 16;
  const heightRem = wide ? (isPhone ? 6.75 : 6.25) : isPhone ? 5 : 4.5;
  return {
    perLine: wide ? Math.max(1, Math.floor((widthPx - besideChipsPx + gapPx) / (wideChipPx + gapPx))) : 1,
    lineHeightPx: Math.round(heightRem * remPx) + gapPx,
  };
}
