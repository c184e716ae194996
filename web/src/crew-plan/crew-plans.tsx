import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useCompany } from '../api/company.tsx';
import { IconRoute } from '../icons/route.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import styles from './crew-plan.module.css';
import { usePlans } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { useStartPlan } from './start-plan.ts';
import { StopWarning } from './stop-warning.tsx';

const isDate = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Plans a day, and lists the proposals, newest first. */
export function CrewPlans() {
  const words = useWords(crewPlanWords);
  const format = useFormat();
  const { today } = useCompany();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('date');
  const date = isDate(asked) ? asked : today;
  const isPast = date < today;
  const query = usePlans(isDate(asked) ? asked : undefined);
  const start = useStartPlan();
  return (
    <Page title={words.list} narrow exports={<ListExport list="/api/receptionist/plan" />}>
      <Text>{words.intro}</Text>
      <Group align="end">
        <TextInput
          type="date"
          label={words.date}
          value={date}
          min={today}
          error={isPast ? words.pastDay : undefined}
          onChange={({ currentTarget: { value } }) => {
            if (isDate(value)) setSearch({ date: value }, { replace: true });
          }}
        />
        <Button
          leftSection={<IconRoute size={20} aria-hidden />}
          loading={start.isPending}
          disabled={isPast}
          onClick={() => start.mutate(date)}
        >
          {words.start}
        </Button>
      </Group>
      {isPast ? null : <StopWarning date={date} />}
      <QueryBoundary
        query={query}
        empty={{
          when: ({ content }) => content.length === 0,
          show: <EmptyState icon={<IconRoute size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {({ content }) => (
          <ul className={styles.list}>
            {content.map((plan) => (
              <li key={plan.id}>
                <Anchor component={Link} to={`/plan/${plan.id}`}>
                  {format.longDate(plan.date)}: {words.state[plan.state]}
                </Anchor>
                <div className={styles.note}>
                  {[
                    format.moment(plan.timestamp),
                    plan.by,
                    plan.absent === null ? '' : words.becauseOf(plan.absent.fullName),
                    words.orders(plan.orders),
                    words.changes(plan.changes),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Page>
  );
}
