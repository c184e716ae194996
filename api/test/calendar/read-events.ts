import ICAL from 'ical.js';
import { expect } from 'vitest';
import { strictLines } from './strict-lines.ts';

export interface Event {
  uid: string;
  sequence: number;
  status: string;
  start: string;
  end: string;
  summary: string;
  description: string;
  location: string;
}

/** The events of a calendar, read by two parsers, which must agree. */
export function eventsIn(text: string): Event[] {
  const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = component.getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part);
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(part.getFirstPropertyValue('status')),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      summary: event.summary,
      description: event.description,
      location: event.location,
    };
  });
  const lines = strictLines(text);
  expect(lines.filter(({ name }) => name === 'UID').map(({ value }) => value)).toEqual(events.map(({ uid }) => uid));
  expect(lines.filter(({ name }) => name === 'SEQUENCE').map(({ value }) => Number(value))).toEqual(events.map(({ sequence }) => sequence));
  return events;
}
