import {
  IconAlertTriangle,
  IconCalendarX,
  IconClockHour4,
  IconMailX,
  IconMessageReport,
  IconSignature,
  IconUsersPlus,
} from '@tabler/icons-react';

export const reasonIcons = {
  unassigned_soon: IconUsersPlus,
  overdue: IconCalendarX,
  objection: IconMessageReport,
  waiting: IconClockHour4,
  payment_failed: IconAlertTriangle,
  sign_off_due: IconSignature,
  message_failed: IconMailX,
};
