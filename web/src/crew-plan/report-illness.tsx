import { ActionIcon } from '@mantine/core';
import { useCompany } from '../api/company.tsx';
import { IconFirstAidKit } from '../icons/first-aid-kit.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { crewPlanWords } from './crew-plan-words.ts';
import { useReportIllness } from './start-plan.ts';

/** One click: the absence is saved and the day is planned again with the fewest changes. */
export function ReportIllness({ sprayer, date }: { sprayer: { id: number; fullName: string }; date: string }) {
  const words = useWords(crewPlanWords);
  const format = useFormat();
  const { today } = useCompany();
  const report = useReportIllness();
  if (date < today) return null;
  const label = date === today ? words.ill(sprayer.fullName) : words.illOn(sprayer.fullName, format.date(date));
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      loading={report.isPending}
      onClick={() => report.mutate({ sprayerId: sprayer.id, date })}
    >
      <IconFirstAidKit size={20} aria-hidden />
    </ActionIcon>
  );
}
