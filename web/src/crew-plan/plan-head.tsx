import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useWords } from '../ui/language.tsx';
import styles from './crew-plan.module.css';
import type { CrewPlan } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { usePlanFormat } from './plan-format.ts';

const items = [
  'distance',
  'ordersWithoutCrew',
  'peopleRemoved',
  'peopleAdded',
  'fairness',
  'secondPersons',
  'firstJobBonus',
  'total',
] as const;

/** State, distance and cost before and after, and how far from the best possible the plan can be. */
export function PlanHead({ plan }: { plan: CrewPlan }) {
  const words = useWords(crewPlanWords);
  const { km, percent } = usePlanFormat();
  const { costs, previousCosts, state, failure, gap } = plan;
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt className="visually-hidden">{words.view}</dt>
          <dd>
            {words.state[state]}
            {plan.absent === null ? '' : `: ${words.becauseOf(plan.absent.fullName)}`}
          </dd>
        </div>
        {costs === null || previousCosts === null ? null : (
          <>
            <Figure name={words.driven} before={km(previousCosts.distance)} after={km(costs.distance)} />
            <Figure name={words.cost} before={km(previousCosts.total)} after={km(costs.total)} />
            <div>
              <dt className="visually-hidden">{words.changes(plan.changes)}</dt>
              <dd>
                {words.orders(plan.orders)}, {words.changes(plan.changes)}
                {plan.withoutCrew === 0 ? '' : `, ${words.withoutCrew(plan.withoutCrew)}`}
              </dd>
            </div>
            {gap === null ? null : (
              <div>
                <dt className="visually-hidden">{words.proven}</dt>
                <dd>{gap === 0 ? words.proven : words.within(percent(gap))}</dd>
              </div>
            )}
          </>
        )}
      </dl>
      {failure === null ? null : (
        <Alert color="clay" role="alert">
          {words.failure[failure]}
        </Alert>
      )}
      {words.travel[plan.travel] === '' ? null : <Text c="dimmed">{words.travel[plan.travel]}</Text>}
      {plan.replacedBy === null ? null : (
        <Alert color="sky">
          {words.newer}{' '}
          <Anchor component={Link} to={`/plan/${plan.replacedBy}`}>
            {words.openNewer}
          </Anchor>
        </Alert>
      )}
    </>
  );
}

function Figure({ name, before, after }: { name: string; before: string; after: string }) {
  const words = useWords(crewPlanWords);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.was}>
          <span className="visually-hidden">{words.now} </span>
          {before} →{' '}
        </span>
        <span className="visually-hidden">{words.proposed} </span>
        {after}
      </dd>
    </div>
  );
}

/** What the cost consists of, now and as proposed. */
export function CostItems({ plan: { costs, previousCosts } }: { plan: CrewPlan }) {
  const words = useWords(crewPlanWords);
  const { km } = usePlanFormat();
  if (costs === null || previousCosts === null) return null;
  return (
    <details>
      <summary className={styles.summary}>{words.items}</summary>
      <table className={styles.items}>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.now}</th>
            <th scope="col">{words.proposed}</th>
          </tr>
        </thead>
        <tbody>
          {items
            .filter((item) => costs[item] !== 0 || previousCosts[item] !== 0)
            .map((item) => (
              <tr key={item}>
                <th scope="row">{words.item[item]}</th>
                <td>{km(previousCosts[item])}</td>
                <td>{km(costs[item])}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
