/**
 * Reasons that the office chooses from a list when it cancels an order or rebooks many (web/src/orders/detail/office-order-words.ts and
 * web/src/rebooking/rebooking-words.ts, compared by a test). They are stored as the office reads them, and each reader gets them in the own
 * language.
 */
export const presetReasons = {
  en: ['Cancelled by the farmer', 'Rain or wind', 'No drone available', 'A drone is broken', 'Public holiday'],
  vi: ['Bà con xin hủy', 'Mưa gió', 'Hết máy bay phun', 'Máy bay hỏng', 'Nghỉ lễ'],
} as const;

/** A reason in the language of its reader, if it is one of the list; otherwise as it was written. */
export function reasonFor(language: keyof typeof presetReasons, reason: string): string {
  for (const list of Object.values(presetReasons)) {
    const at = (list as readonly string[]).indexOf(reason.trim());
    if (at !== -1) return presetReasons[language][at] as string;
  }
  return reason;
}
