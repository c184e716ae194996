export const notSprayedReasons = ['flooded', 'nobody_there', 'weather', 'machine', 'other'] as const;
export type NotSprayedReason = (typeof notSprayedReasons)[number];
