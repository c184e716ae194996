/** What was typed to sign in, as the service expects it. */
export const byEmailOrPhone = (text: string) => (text.includes('@') ? { email: text.trim() } : { phoneNumber: text.trim() });
