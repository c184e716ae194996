/** Redirect target after sign-in; only paths of this app, to prevent an open redirect. */
export const safeNext = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : '/');
