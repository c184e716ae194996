import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { harvestQuery } from './harvest-queries.ts';
import { recordWords } from './record-words.ts';

const dayMs = 86_400_000;

interface HarvestWarningProps {
  isFarmer: boolean;
  fieldId: number;
  /** Of the spray. */
  date: string;
  /** Days to the harvest that the mix of the order needs. undefined: no mix yet, so the last spray counts. */
  preHarvestDays?: number | undefined;
}

/** Warns of a spray that is too close to the planned harvest of its field. */
export function HarvestWarning({ isFarmer, fieldId, date, preHarvestDays }: HarvestWarningProps) {
  const words = useWords(recordWords);
  const format = useFormat();
  const { data } = useQuery(harvestQuery(isFarmer, fieldId, date));
  if (data === undefined || data.harvestDate === null) return null;
  const days = (Date.parse(data.harvestDate) - Date.parse(date)) / dayMs;
  const isTooLate = preHarvestDays === undefined ? data.isSprayTooLate : days >= 0 && days < preHarvestDays;
  if (!isTooLate) return null;
  const harvest = format.longDate(data.harvestDate);
  return (
    <Alert color="clay" role="status" icon={<IconAlertTriangle aria-hidden />}>
      {preHarvestDays === undefined ? words.sprayTooLate(harvest, data.lastPreHarvestDays) : words.mixTooLate(harvest, preHarvestDays)}
    </Alert>
  );
}
