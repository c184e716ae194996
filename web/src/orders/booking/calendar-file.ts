import type { Shape } from '../../api/client.ts';

type Sprayed = Pick<Shape<'FarmerOrder'>, 'id' | 'date' | 'session' | 'location' | 'latitude' | 'longitude'>;

/** Local time of the company as UTC: other calendars may not know its time zone. */
export function momentOf(date: string, { hour, minute }: Shape<'LocalTime'>, timeZone: string): Date {
  const guess = new Date(Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * 60_000);
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(guess);
  const ahead = Date.parse(`${wall.replace(' ', 'T')}Z`) - guess.getTime();
  return new Date(guess.getTime() - ahead);
}

const stamp = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** Folds lines at 75 bytes; a continuation starts with a space. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > 74) {
      lines.push('');
      bytes = 0;
    }
    lines[lines.length - 1] += letter;
    bytes += size;
  }
  return lines.join('\r\n ');
}

/** The spray as an iCalendar event (RFC 5545). */
export function calendarFile(order: Sprayed, title: string, timeZone: string, origin: string, now = new Date()): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Swath//Booking//EN',
    'BEGIN:VEVENT',
    `UID:order-${order.id}@${new URL(origin).hostname}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(momentOf(order.date, order.session.startTime, timeZone))}`,
    `DTEND:${stamp(momentOf(order.date, order.session.endTime, timeZone))}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(order.location)}`,
    `GEO:${order.latitude};${order.longitude}`,
    `URL:${origin}/orders/${order.id}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
