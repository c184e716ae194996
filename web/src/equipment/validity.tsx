import { useCompany } from '../api/company.tsx';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCheck } from '../icons/check.ts';
import { IconX } from '../icons/x.ts';
import { addDays } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import rows from '../ui/list-rows.module.css';
import { equipmentWords } from './equipment-words.ts';

/** Badge of a last valid day: colour, icon and text together. */
export function Validity({ until }: { until: string }) {
  const words = useWords(equipmentWords);
  const format = useFormat();
  const { today } = useCompany();
  const isExpired = until < today;
  const isSoon = !isExpired && until <= addDays(today, 30);
  const Icon = isExpired ? IconX : isSoon ? IconAlertTriangle : IconCheck;
  const text = (isExpired ? words.expired : isSoon ? words.expiresSoon : words.validTo)(format.longDate(until));
  return (
    <span
      className={rows.state}
      style={{ whiteSpace: 'normal' }}
      data-on={(!isExpired && !isSoon) || undefined}
      data-tone={isExpired ? 'failed' : isSoon ? 'waiting' : undefined}
    >
      <Icon size={18} aria-hidden />
      {text}
    </span>
  );
}
