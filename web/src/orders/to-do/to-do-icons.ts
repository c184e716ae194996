import { IconAlertTriangle } from '../../icons/alert-triangle.ts';
import { IconBan } from '../../icons/ban.ts';
import { IconBuildingBank } from '../../icons/building-bank.ts';
import { IconCalendarOff } from '../../icons/calendar-off.ts';
import { IconCalendarX } from '../../icons/calendar-x.ts';
import { IconCashBanknoteMinus } from '../../icons/cash-banknote-minus.ts';
import { IconClockHour4 } from '../../icons/clock-hour-4.ts';
import { IconCloudQuestion } from '../../icons/cloud-question.ts';
import { IconCloudRain } from '../../icons/cloud-rain.ts';
import { IconCreditCardOff } from '../../icons/credit-card-off.ts';
import { IconMailX } from '../../icons/mail-x.ts';
import { IconMessageReport } from '../../icons/message-report.ts';
import { IconRulerMeasure } from '../../icons/ruler-measure.ts';
import { IconSignature } from '../../icons/signature.ts';
import { IconUserOff } from '../../icons/user-off.ts';
import { IconUsersPlus } from '../../icons/users-plus.ts';

export const reasonIcons = {
  unassigned_soon: IconUsersPlus,
  not_sprayed: IconBan,
  overdue: IconCalendarX,
  objection: IconMessageReport,
  session_closed: IconCalendarOff,
  crew_absent: IconUserOff,
  weather_stop: IconCloudRain,
  disputed_report: IconCloudQuestion,
  area_difference: IconRulerMeasure,
  waiting: IconClockHour4,
  payment_failed: IconAlertTriangle,
  transfer_reported: IconBuildingBank,
  refund_due: IconCashBanknoteMinus,
  payment_stuck: IconCreditCardOff,
  sign_off_due: IconSignature,
  message_failed: IconMailX,
};
