import { outlineIcon } from './icon.ts';

export const IconChevronDown = outlineIcon('M6 9l6 6l6 -6');
