import { outlineIcon } from './icon.ts';

export const IconCircle = outlineIcon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0');
