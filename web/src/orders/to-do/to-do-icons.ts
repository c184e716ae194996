import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCalendarX,
  IconCashBanknoteMinus,
  IconClockHour4,
  IconCreditCardOff,
  IconMailX,
  IconMessageReport,
  IconRulerMeasure,
  IconSignature,
  IconUserOff,
  IconUsersPlus,
} from '@tabler/icons-react';

export const reasonIcons = {
  unassigned_soon: IconUsersPlus,
  overdue: IconCalendarX,
  objection: IconMessageReport,
  session_closed: IconCalendarOff,
  crew_absent: IconUserOff,
  area_difference: IconRulerMeasure,
  waiting: IconClockHour4,
  payment_failed: IconAlertTriangle,
  refund_due: IconCashBanknoteMinus,
  payment_stuck: IconCreditCardOff,
  sign_off_due: IconSignature,
  message_failed: IconMailX,
};
