import { outlineIcon } from './icon.ts';

export const IconPlant = outlineIcon(
  'M7 15h10v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-4',
  'M12 9a6 6 0 0 0 -6 -6h-3v2a6 6 0 0 0 6 6h3',
  'M12 11a6 6 0 0 1 6 -6h3v1a6 6 0 0 1 -6 6h-3',
  'M12 15l0 -6',
);
