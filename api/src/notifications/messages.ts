import type { Language } from '../catalog/catalog-words.ts';
import type { EventType } from '../orders/order.ts';
import { intervalTexts } from './interval-messages.ts';
import { mixTexts } from './mix-messages.ts';
import { officeTexts, withReason } from './office-messages.ts';
import { englishTexts } from './order-messages.en.ts';
import { vietnameseTexts } from './order-messages.vi.ts';
import { type MovedFacts, rebookingTexts } from './rebooking-messages.ts';

export type { Language } from '../catalog/catalog-words.ts';
/** `dropped`: sprayers who were removed from the crew. */
export type Audience = 'farmer' | 'receptionist' | 'crew' | 'dropped';

/** Recipients by event type. */
export const audiences: Record<EventType, readonly Audience[]> = {
  created: ['farmer', 'receptionist'],
  confirmed: ['farmer'],
  rescheduled: ['farmer', 'crew'],
  edited: ['farmer', 'receptionist', 'crew'],
  assigned: ['farmer', 'crew'],
  unassigned: ['dropped'],
  started: ['farmer'],
  start_taken_back: ['farmer'],
  // The office decides what to say to the farmer.
  not_sprayed: ['receptionist', 'dropped'],
  finished: ['farmer'],
  objected: ['receptionist'],
  objection_resolved: ['farmer'],
  objection_withdrawn: ['receptionist'],
  completed: ['farmer'],
  cancelled: ['farmer', 'receptionist', 'crew'],
  restored: ['farmer', 'receptionist', 'crew'],
  office_message: ['farmer'],
  paid: ['farmer'],
  payment_failed: ['farmer'],
  payment_method_changed: ['farmer', 'receptionist'],
  transfer_reported: ['receptionist'],
  transfer_rejected: ['farmer'],
  refunded: ['farmer', 'receptionist'],
  refund_due: ['farmer', 'receptionist'],
  cash_returned: ['farmer'],
  price_adjusted: ['farmer'],
  overpayment_returned: ['farmer'],
  report_disputed: ['receptionist'],
  payment_mismatch: ['receptionist'],
  payment_stuck: ['receptionist'],
  feedback: ['receptionist'],
  message: ['farmer', 'receptionist', 'crew'],
  weather_stop: ['farmer', 'receptionist', 'crew'],
  rebooked: ['farmer', 'crew'],
  rebooking_answered: [],
  spray_intervals: ['farmer'],
  mix_changed: ['crew'],
  changed: [],
};

/** Events whose actor gets no message. */
export const onlyOtherSide: ReadonlySet<EventType> = new Set(['payment_method_changed', 'edited', 'message', 'mix_changed', 'not_sprayed']);

export interface MessageFacts {
  orderId: string;
  /** Date and time in the recipient's language. */
  when: string;
  place: string;
  crop: string;
  area: string;
  cost: string;
  farmer: string;
  farmerPhone: string;
  crew: string;
  /** Written by the user who caused the event. */
  note: string;
  /** The same, if it is the reason for a change by a person; else empty. */
  reason: string;
  /** What the crew sprayed, if it is not the area ordered. */
  areaSprayed: string | undefined;
  /** The price is no longer that of the booking. */
  isRepriced: boolean;
  /** The order is completed: nothing is left to sign off. */
  isCompleted: boolean;
  /** How a farmer is addressed within a Vietnamese sentence: "bà con" or "anh Bảy". */
  reader: string;
  /** Of an order that was moved together with others. */
  moved?: MovedFacts | undefined;
}

export interface Message {
  subject: string;
  text: string;
}

type Write = (facts: MessageFacts) => Message;

export type Texts = Record<Audience, Partial<Record<EventType, Write>>>;

const texts = { en: englishTexts, vi: vietnameseTexts };

export function messageFor(audience: Audience, event: EventType, language: Language, facts: MessageFacts): Message | undefined {
  const message = (
    texts[language][audience][event] ??
    officeTexts[language][audience]?.[event] ??
    rebookingTexts[language][audience]?.[event] ??
    intervalTexts[language][audience]?.[event] ??
    mixTexts[language][audience]?.[event]
  )?.(facts);
  return message && withReason(message, audience, event, language, facts.reason);
}
