import type { CatalogFacts } from '../catalog/catalog.ts';
import type { Language } from '../catalog/catalog-words.ts';
import type { OrderSnapshot } from '../orders/event-store.ts';
import type { EventType } from '../orders/order.ts';
import { type EventIds, eventOf } from './calendar-events.ts';
import { invitationMethodOf } from './invitation-rules.ts';
import { writeCalendar } from './write-calendar.ts';

interface OrderEvent {
  at: string;
  type: EventType;
  orderId: string;
  order: OrderSnapshot;
}

interface Reader {
  name: string;
  language: Language;
  mailTo: string | null;
}

export interface InvitationFacts {
  audience: 'farmer' | 'receptionist' | 'crew' | 'dropped';
  reader: Reader;
  farmer: { name: string; phone: string | null } | undefined;
  /** Names of the crew. */
  crew: string;
}

/** The iCalendar text for the mail about an event to a reader; undefined: none. */
export type InvitationOf = (event: OrderEvent, facts: InvitationFacts) => string | undefined;

/** Invitations and cancellations in mails about orders. They have the UID of the order's event in the calendar addresses. */
export class Invitations {
  readonly #eventIds: EventIds;
  readonly #publicUrl: string;

  constructor(eventIds: EventIds, publicUrl: string) {
    this.#eventIds = eventIds;
    this.#publicUrl = publicUrl;
  }

  async forEvents(events: readonly OrderEvent[], facts: CatalogFacts): Promise<InvitationOf> {
    if (events.every(({ type }) => invitationMethodOf(type, 'farmer') === undefined)) return () => undefined;
    const uidOf = await this.#eventIds.uids();
    const publicUrl = this.#publicUrl;
    return ({ at, type, orderId, order }, { audience, reader, farmer, crew }) => {
      const method = invitationMethodOf(type, audience);
      const { version, status } = order;
      if (method === undefined || version === undefined || status === undefined || reader.mailTo === null) return undefined;
      const role = audience === 'farmer' ? 'farmer' : 'sprayer';
      const { date, sessionId, cropId, location, area, areaUnit = null } = order;
      const event = eventOf(
        {
          ...{ id: orderId, version, date, sessionId, cropId, location, area, areaUnit, crew },
          status: method === 'CANCEL' ? 'cancelled' : status,
          position: undefined,
          farmerName: farmer?.name ?? '',
          farmerPhone: farmer?.phone ?? null,
          changedAt: new Date(at),
        },
        { facts, language: reader.language, role, publicUrl, uidOf },
      );
      if (event === undefined) return undefined;
      const { name, email } = facts.company;
      const organizer = { name, email: email ?? `no-reply@${new URL(publicUrl).hostname}` };
      return writeCalendar({ method, organizer, attendee: { name: reader.name, email: reader.mailTo } }, [event]);
    };
  }
}
