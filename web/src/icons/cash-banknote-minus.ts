import { outlineIcon } from './icon.ts';

export const IconCashBanknoteMinus = outlineIcon(
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
  'M12 18h-7a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v7',
  'M18 12h.01',
  'M6 12h.01',
  'M16 19h6',
);
