/** `0` or `+84`, then nine or ten digits, with spaces and invisible characters anywhere, as the service accepts it. */
export const isPhoneNumber = (text: string): boolean => /^(?:0|\+84)\d{9,10}$/.test(text.replace(/[\s\p{Cf}]/gu, ''));

/** Roughly an e-mail address; the service checks it exactly. */
export const isEmailOrNothing = (text: string): boolean => /^\s*$|^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(text);
