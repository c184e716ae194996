import { outlineIcon } from './icon.ts';

export const IconBackspace = outlineIcon(
  'M20 6a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-11l-5 -5a1.5 1.5 0 0 1 0 -2l5 -5l11 0',
  'M12 10l4 4m0 -4l-4 4',
);
