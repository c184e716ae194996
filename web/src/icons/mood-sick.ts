import { outlineIcon } from './icon.ts';

export const IconMoodSick = outlineIcon(
  'M12 21a9 9 0 1 1 0 -18a9 9 0 0 1 0 18',
  'M9 10h-.01',
  'M15 10h-.01',
  'M8 16l1 -1l1.5 1l1.5 -1l1.5 1l1.5 -1l1 1',
);
