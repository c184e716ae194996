import { createHash } from 'node:crypto';
import { unitName, unitOfOrder } from '../catalog/area-unit-rules.ts';
import type { CatalogFacts } from '../catalog/catalog.ts';
import { cropName, type Language } from '../catalog/catalog-words.ts';
import type { Role } from '../platform/http/auth.ts';
import type { InstallationKeys } from '../platform/secrets/installation-keys.ts';
import { instantOf } from '../platform/time/clock.ts';
import { eventStatusOf } from './calendar-rules.ts';
import { calendarWords } from './calendar-words.ts';
import type { CalendarOrder } from './feed-store.ts';
import type { CalendarEvent } from './write-calendar.ts';

/** Identifiers of events. They depend on the installation and the order only, so an order stays one event wherever it is shown. */
export class EventIds {
  readonly #keys: InstallationKeys;

  constructor(keys: InstallationKeys) {
    this.#keys = keys;
  }

  /** Returns the function from the id of an order to its UID. */
  async uids(): Promise<(orderId: string) => string> {
    const key = await this.#keys.get('calendar');
    const suffix = createHash('sha256').update(key).digest('hex').slice(0, 16);
    return (orderId) => `order-${orderId}@${suffix}.swath`;
  }
}

export interface EventContext {
  facts: CatalogFacts;
  language: Language;
  /** Sprayers and the office also see who the farmer is. */
  role: Role;
  publicUrl: string;
  uidOf: (orderId: string) => string;
}

type EventOrder = Omit<CalendarOrder, 'latitude' | 'longitude'> & { position: CalendarEvent['position'] };

/** An order as an event, as its reader sees it. */
export function eventOf(order: EventOrder, { facts, language, role, publicUrl, uidOf }: EventContext): CalendarEvent | undefined {
  const { company, crops, sessions } = facts;
  const session = sessions.get(order.sessionId);
  if (session === undefined) return undefined;
  const words = calendarWords[language];
  const area = `${Number(order.area).toLocaleString(language === 'vi' ? 'vi-VN' : 'en-GB', { maximumFractionDigits: 4 })} ${unitName(language, unitOfOrder(order.areaUnit, company.areaUnit), Number(order.area))}`;
  const what = words.summary(cropName(language, crops.get(order.cropId)?.name ?? ''), area);
  const isStaff = role !== 'farmer';
  return {
    uid: uidOf(order.id),
    sequence: order.version,
    start: instantOf(order.date, session.startTime, company.timeZone),
    end: instantOf(order.date, session.endTime, company.timeZone),
    changedAt: order.changedAt,
    status: eventStatusOf(order.status),
    summary: isStaff ? `${order.farmerName}: ${what}` : what,
    description: [
      `${words.status}: ${words.statuses[order.status]}`,
      ...(isStaff
        ? [`${words.farmer}: ${order.farmerName}`, ...(order.farmerPhone === null ? [] : [`${words.phone}: ${order.farmerPhone}`])]
        : []),
      `${words.crew}: ${order.crew === '' ? words.noCrew : order.crew}`,
    ].join('\n'),
    location: order.location,
    position: order.position,
    url: `${publicUrl}/orders/${order.id}`,
  };
}
