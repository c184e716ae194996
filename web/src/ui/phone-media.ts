// Without imports, because the entry script uses it before React is loaded.
export const phone = '(max-width: 47.99em)';
export const isPhone = (): boolean => matchMedia(phone).matches;
