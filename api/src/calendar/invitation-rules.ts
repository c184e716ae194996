import type { EventType } from '../orders/order.ts';

export type InvitationMethod = 'REQUEST' | 'CANCEL';

const methods: Partial<Record<EventType, InvitationMethod>> = {
  created: 'REQUEST',
  confirmed: 'REQUEST',
  assigned: 'REQUEST',
  rescheduled: 'REQUEST',
  rebooked: 'REQUEST',
  restored: 'REQUEST',
  cancelled: 'CANCEL',
  unassigned: 'CANCEL',
};

/** What the mail about an event does to the reader's calendar; undefined: nothing. The office reads its calendar at its address. */
export function invitationMethodOf(
  type: EventType,
  audience: 'farmer' | 'receptionist' | 'crew' | 'dropped',
): InvitationMethod | undefined {
  return audience === 'receptionist' ? undefined : methods[type];
}
