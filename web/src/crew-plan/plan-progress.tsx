import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '../icons/player-stop.ts';
import { useWords } from '../ui/language.tsx';
import type { CrewPlan } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { useCancelPlan } from './plan-actions.ts';
import { usePlanFormat } from './plan-format.ts';

/** While a plan is being made: the best plan so far and the bound that closes in on it. */
export function PlanProgress({ plan }: { plan: CrewPlan }) {
  const words = useWords(crewPlanWords);
  const { km, percent } = usePlanFormat();
  const cancel = useCancelPlan(plan.id);
  const { cost, lowerBound, gap, elapsedMs } = plan;
  return (
    <Stack maw={720}>
      <Text fw={600} role="status">
        {words.planning}
      </Text>
      <Progress value={gap === null ? 5 : Math.max(5, (1 - gap) * 100)} animated aria-label={words.planning} size="lg" />
      <Group justify="space-between">
        <Text>
          {[
            cost === null ? '' : words.bestSoFar(km(cost)),
            lowerBound === null ? '' : words.atLeast(km(Math.max(0, lowerBound))),
            gap === null ? '' : words.gap(percent(gap)),
            words.seconds((elapsedMs / 1000).toFixed(0)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={20} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {words.stop}
        </Button>
      </Group>
    </Stack>
  );
}
