import { Alert } from '@mantine/core';
import { useCompany } from '../api/company.tsx';
import { IconHandStop } from '../icons/hand-stop.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { intervalWords } from './interval-words.ts';

interface Interval {
  reEntryAt: string | null;
  harvestFrom: string | null;
  intervalsUnknown: boolean;
}

/** Until when nobody enters the field and nobody harvests; nothing after that. */
export function Intervals({ records, place }: { records: readonly Interval[]; place?: string }) {
  const words = useWords(intervalWords);
  const format = useFormat();
  const { today } = useCompany();
  const latest = (times: (string | null)[]) => times.reduce<string>((last, time) => (time !== null && time > last ? time : last), '');
  const reEntryAt = latest(records.map((record) => record.reEntryAt));
  const harvestFrom = latest(records.map((record) => record.harvestFrom));
  const mayEnter = reEntryAt === '' || Date.parse(reEntryAt) <= Date.now();
  const mayHarvest = harvestFrom === '' || harvestFrom <= today;
  const isUnknown = records.some((record) => record.intervalsUnknown);
  if (mayEnter && mayHarvest && !isUnknown) return null;
  return (
    <Alert color="clay" icon={<IconHandStop aria-hidden />} title={place === undefined ? words.intervals : `${words.intervals}: ${place}`}>
      {mayEnter ? null : <div>{words.doNotEnter(format.moment(reEntryAt))}</div>}
      {mayHarvest ? null : <div>{words.doNotHarvest(format.longDate(harvestFrom))}</div>}
      {isUnknown ? <div>{words.unknown}</div> : null}
    </Alert>
  );
}
