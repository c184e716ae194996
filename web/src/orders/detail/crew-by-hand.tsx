import { Button, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allPages } from '../../api/all-pages.ts';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { includesSlot } from '../../catalog/span-rules.ts';
import { absencesQuery } from '../../dispatch/absence-queries.ts';
import { mondayOf } from '../../ui/dates.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { Loading, QueryBoundary } from '../../ui/states.tsx';
import { type CrewProblem, crewProblems } from './crew-choice-rules.ts';
import type { Order, User } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';

interface CrewByHandProps {
  order: Order;
  busy: boolean;
  onChoose(crew: User[]): void;
}

export function useSprayersWeek(week: string) {
  return useQuery({
    queryKey: [...ordersKey, 'crews', week],
    queryFn: ({ signal }) =>
      allPages((pageable) => read(api.GET('/api/receptionist/sprayer', { params: { query: { week, pageable } }, signal }))),
  });
}

/** Manual selection of one or two sprayers, with warnings. */
export function CrewByHand({ order, busy, onChoose }: CrewByHandProps) {
  const words = useWords(officeOrderWords);
  const states = useWords(stateWords);
  const [ids, setIds] = useState<string[]>([]);
  const week = useSprayersWeek(mondayOf(order.date));
  const { data: absences = [] } = useQuery(absencesQuery({ from: order.date, to: order.date, state: 'approved' }));
  const absentIds = absences.filter((absence) => includesSlot(absence, order.date, order.session.id)).map(({ sprayer }) => sprayer.id);
  const describeProblem = (problem: CrewProblem): string => {
    if (problem.kind === 'none') return words.chooseSomeone;
    if (problem.kind === 'needs_senior') return words.needsSenior(problem.names.join(words.and));
    if (problem.kind === 'absent') return words.absent(problem.name);
    return words.busy(problem.name, problem.place);
  };
  return (
    <QueryBoundary query={week} loading={<Loading lines={1} />}>
      {(sprayers) => {
        const crew = sprayers.filter(({ sprayer }) => ids.includes(String(sprayer.id)));
        const problems = crewProblems(crew, order, absentIds);
        return (
          <Stack gap="xs">
            <MultiSelect
              label={words.sprayers}
              placeholder={ids.length === 0 ? words.sprayersHint : ''}
              searchable
              // Above, so that the list does not cover the button.
              comboboxProps={{ position: 'top' }}
              maxValues={2}
              value={ids}
              onChange={setIds}
              data={sprayers.map(({ sprayer, jobs }) => ({
                value: String(sprayer.id),
                label: `${sprayer.fullName} · ${states.expertise[sprayer.expertise ?? 'apprentice']} · ${absentIds.includes(sprayer.id) ? words.isAbsent : words.jobsThatWeek(jobs)}`,
              }))}
              error={ids.length === 0 ? undefined : problems.map(describeProblem).join(' ') || undefined}
            />
            {ids.length === 0 ? (
              <Text size="sm" c="dimmed">
                {words.chooseSomeone}
              </Text>
            ) : null}
            <Button disabled={problems.length > 0} loading={busy} onClick={() => onChoose(crew.map(({ sprayer }) => sprayer))}>
              {words.send}
            </Button>
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}
