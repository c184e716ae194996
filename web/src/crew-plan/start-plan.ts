import { useNavigate } from 'react-router';
import { api, read } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { changedByPlan, crewPlanKey } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';

/** Opens the plan that somebody else is making for the date. */
export function useOpenRunning() {
  const navigate = useNavigate();
  return (error: unknown) => {
    const running = error instanceof Problem ? error.errors.find(({ path }) => path.startsWith('plan.')) : undefined;
    if (running !== undefined) void navigate(`/plan/${running.path.slice('plan.'.length)}`);
  };
}

/** Begins to plan a date and opens the plan. */
export function useStartPlan() {
  const navigate = useNavigate();
  return useAction({
    act: (date: string) => read(api.POST('/api/receptionist/plan', { body: { date } })),
    invalidates: [crewPlanKey],
    onSuccess: ({ id }) => void navigate(`/plan/${id}`),
    onError: useOpenRunning(),
  });
}

/** Saves that a sprayer is ill, plans the day without them and opens the plan. */
export function useReportIllness() {
  const navigate = useNavigate();
  const words = useWords(crewPlanWords);
  return useAction({
    act: (body: { sprayerId: number; date: string }) => read(api.POST('/api/receptionist/plan/illness', { body })),
    invalidates: changedByPlan,
    successMessage: words.illSaved,
    onSuccess: ({ id }) => void navigate(`/plan/${id}`),
  });
}
