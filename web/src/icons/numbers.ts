import { outlineIcon } from './icon.ts';

export const IconNumbers = outlineIcon(
  'M8 10v-7l-2 2',
  'M6 16a2 2 0 1 1 4 0c0 .591 -.601 1.46 -1 2l-3 3h4',
  'M15 14a2 2 0 1 0 2 -2a2 2 0 1 0 -2 -2',
  'M6.5 10h3',
);
