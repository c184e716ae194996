import type { OrderStatus } from '../orders/order.ts';
import type { Role } from '../platform/http/auth.ts';

/** Cancelled orders stay in a calendar for so long, marked as cancelled: an event that disappears could be overlooked. */
export const cancelledDays = 14;
/** Limits the size of a calendar. What is further ahead is left out. */
export const maxEvents = 1000;

/** How many days before and after today a calendar shows. */
export function windowOf(role: Role): { daysBefore: number; daysAfter: number } {
  return role === 'farmer' || role === 'sprayer' ? { daysBefore: 30, daysAfter: 365 } : { daysBefore: 7, daysAfter: 60 };
}

export type EventStatus = 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';

export function eventStatusOf(status: OrderStatus): EventStatus {
  if (status === 'cancelled') return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

/** Control characters other than line breaks are not allowed in iCalendar text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
export const calendarText = (text: string): string => text.replace(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/g, ' ');
