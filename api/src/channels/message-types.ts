import { eventTypes } from '../orders/order.ts';

/** Messages that belong to no event of an order. */
export const otherMessageTypes = ['waiting_offer', 'waiting_update', 'crew_jobs', 'expiry_reminder', 'invoice', 'leave_decision'] as const;

export type OtherMessageType = (typeof otherMessageTypes)[number];

/** What a message can be about. */
export const messageTypes = [...eventTypes, ...otherMessageTypes] as const;
export type MessageType = (typeof messageTypes)[number];
