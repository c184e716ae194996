/** Reasons that the office chooses from a list, by position the same in both languages. The first one is the farmer's own. */
export const presetReasons = {
  en: ['Cancelled by the farmer', 'Rain or wind', 'No drone available', 'A drone is broken', 'Public holiday'],
  vi: ['Bà con xin hủy', 'Mưa gió', 'Hết máy bay phun', 'Máy bay hỏng', 'Nghỉ lễ'],
} as const;

/** Those offered for a cancellation and for a rebooking, besides the farmer's own. */
export const reasonsOf = (language: keyof typeof presetReasons) => {
  const [farmersReason, badWeather, noDrone, brokenDrone, holiday] = presetReasons[language];
  return { farmersReason, cancellation: [badWeather, noDrone] as string[], rebooking: [badWeather, brokenDrone, holiday] as string[] };
};

/** A stored reason in the language of its reader, if it is one of the list; otherwise as it was written. */
export function reasonFor(language: keyof typeof presetReasons, reason: string): string {
  for (const list of Object.values(presetReasons)) {
    const at = (list as readonly string[]).indexOf(reason.trim());
    if (at !== -1) return presetReasons[language][at] as string;
  }
  return reason;
}
