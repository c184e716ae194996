/** Two initials; Vietnamese given names come last, so the end of the name distinguishes people. */
export const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(-2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
