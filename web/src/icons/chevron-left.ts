import { outlineIcon } from './icon.ts';

export const IconChevronLeft = outlineIcon('M15 6l-6 6l6 6');
