import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconHandStop } from '../icons/hand-stop.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { intervalWords } from './interval-words.ts';

export interface PlannedVisit {
  date: string;
  sessionId: number;
  location: string;
  latitude: number;
  longitude: number;
}

/** Warns of a booking on a field that must not be entered yet. `farmerId`: the office books. */
export function IntervalWarning({ visit, farmerId }: { visit: PlannedVisit | undefined; farmerId?: number | undefined }) {
  const words = useWords(intervalWords);
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [...ordersKey, 'interval-check', farmerId, visit],
    queryFn: ({ signal }) => {
      const { date, sessionId, location, latitude, longitude } = visit as PlannedVisit;
      const query = { date, sessionId, location, latitude, longitude };
      return farmerId === undefined
        ? read(api.GET('/api/farmer/interval-check', { params: { query }, signal }))
        : read(api.GET('/api/receptionist/interval-check', { params: { query: { ...query, farmerId } }, signal }));
    },
    enabled: visit !== undefined,
  });
  const last =
    data?.broken
      .flatMap(({ reEntryAt, breaksReEntry }) => (breaksReEntry ? (reEntryAt ?? []) : []))
      .reduce((latest, time) => (time > latest ? time : latest), '') ?? '';
  const isUnknown = data?.broken.some(({ intervalsUnknown }) => intervalsUnknown) ?? false;
  if (last === '' && !isUnknown) return null;
  return (
    <Alert color="clay" role="status" icon={<IconHandStop aria-hidden />}>
      {last === '' ? null : <div>{words.doNotEnter(format.moment(last))}</div>}
      {isUnknown ? <div>{words.unknown}</div> : null}
    </Alert>
  );
}
