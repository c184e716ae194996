import { outlineIcon } from './icon.ts';

export const IconClockX = outlineIcon('M20.926 13.15a9 9 0 1 0 -7.835 7.784', 'M12 7v5l2 2', 'M22 22l-5 -5', 'M17 22l5 -5');
