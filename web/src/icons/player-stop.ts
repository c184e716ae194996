import { outlineIcon } from './icon.ts';

export const IconPlayerStop = outlineIcon('M5 7a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -10');
