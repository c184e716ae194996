import { outlineIcon } from './icon.ts';

export const IconBrandMastercard = outlineIcon(
  'M11 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  'M12 9.765a3 3 0 1 0 0 4.47',
  'M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10',
);
