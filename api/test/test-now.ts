/** Sunday 15 November 2026, 09:00 in Ho Chi Minh City: two of the day's six sessions are still to come. */
export const testNow = new Date('2026-11-15T02:00:00Z');
