import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useSprayersWeek } from '../orders/detail/crew-by-hand.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { mondayOf } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { ShortNames } from '../ui/short-names.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { type CrewPlan, usePlan, usePlanDetails } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { PlanHead } from './plan-head.tsx';
import { PlanProgress } from './plan-progress.tsx';
import { Proposal } from './proposal.tsx';

/** A plan of a day: its progress, then the proposal beside the present. */
export function CrewPlanPage() {
  const words = useWords(crewPlanWords);
  const format = useFormat();
  const id = Number(useParams().id);
  const query = usePlan(id);
  const title = query.data === undefined ? words.list : words.title(format.date(query.data.date));
  return (
    <Page
      title={title}
      back={<BackLink to="/plan" name={words.list} />}
      exports={<ListExport list="/api/receptionist/plan/{id}/row" path={{ id }} />}
    >
      <QueryBoundary query={query}>
        {(plan) => (plan.state === 'planning' ? <PlanProgress plan={plan} /> : <PlanResult key={plan.id} plan={plan} />)}
      </QueryBoundary>
    </Page>
  );
}

function PlanResult({ plan }: { plan: CrewPlan }) {
  const details = usePlanDetails(plan);
  const week = useSprayersWeek(mondayOf(plan.date));
  const people = useMemo(() => {
    const shown = (details.data?.rows ?? []).flatMap(({ present, proposed }) => [...present, ...proposed]);
    // The active staff last, because they have phone numbers.
    return [...shown, ...(week.data ?? []).map(({ sprayer }) => sprayer)];
  }, [details.data, week.data]);
  if (plan.costs === null) return <PlanHead plan={plan} />;
  return (
    <QueryBoundary query={details}>
      {(data) => (
        <ShortNames people={people}>
          <Proposal plan={plan} details={data} />
        </ShortNames>
      )}
    </QueryBoundary>
  );
}
