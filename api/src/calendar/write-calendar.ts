import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { calendarText, type EventStatus } from './calendar-rules.ts';

/** One order as an event of a calendar. Times are instants: they are written in UTC. */
export interface CalendarEvent {
  uid: string;
  sequence: number;
  start: Date;
  end: Date;
  changedAt: Date;
  status: EventStatus;
  summary: string;
  description: string;
  location: string;
  position?: { latitude: number; longitude: number } | undefined;
  url: string;
}

export interface CalendarFrame {
  name?: string;
  /** For an attachment of a mail. */
  method?: 'REQUEST' | 'CANCEL';
  organizer?: { name: string; email: string } | undefined;
  attendee?: { name: string; email: string } | undefined;
}

const ttlSeconds = 3600;

/** Writes a calendar as iCalendar text (RFC 5545). The same events give the same text. */
export function writeCalendar({ name, method, organizer, attendee }: CalendarFrame, events: readonly CalendarEvent[]): string {
  const calendar = ical({
    prodId: { company: 'Swath', product: 'Swath', language: 'EN' },
    ...(name === undefined ? {} : { name, ttl: ttlSeconds }),
  });
  if (method !== undefined) calendar.method(ICalCalendarMethod[method]);
  for (const { uid, sequence, start, end, changedAt, status, summary, description, location, position, url } of events) {
    const event = calendar.createEvent({
      id: uid,
      sequence,
      start,
      end,
      stamp: changedAt,
      lastModified: changedAt,
      status: ICalEventStatus[status],
      summary: calendarText(summary),
      description: calendarText(description),
      location: {
        title: calendarText(location),
        ...(position === undefined ? {} : { geo: { lat: position.latitude, lon: position.longitude } }),
      },
      url,
      ...(organizer === undefined ? {} : { organizer }),
    });
    if (attendee !== undefined) event.createAttendee({ ...attendee, rsvp: false });
  }
  return calendar.toString();
}
