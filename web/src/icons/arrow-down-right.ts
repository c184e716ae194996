import { outlineIcon } from './icon.ts';

export const IconArrowDownRight = outlineIcon('M7 7l10 10', 'M17 8l0 9l-9 0');
