/** Reasons why an order is on the office's to-do list, most urgent first. */
export const attentionReasons = [
  'unassigned_soon',
  'not_sprayed',
  'overdue',
  'objection',
  'session_closed',
  'crew_absent',
  'weather_stop',
  'disputed_report',
  'area_difference',
  'waiting',
  'payment_failed',
  'transfer_reported',
  'refund_due',
  'payment_stuck',
  'sign_off_due',
  'message_failed',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];
