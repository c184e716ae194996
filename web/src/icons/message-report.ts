import { outlineIcon } from './icon.ts';

export const IconMessageReport = outlineIcon(
  'M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12',
  'M12 8v3',
  'M12 14v.01',
);
