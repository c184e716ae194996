import { Anchor, Button, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Shape } from '../api/client.ts';
import { OrderArea } from '../orders/order-area.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { tallSwitch } from '../ui/tall-switch.ts';
import styles from './crew-plan.module.css';
import { type PlanRow, useCrewChoices } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { usePlanFormat } from './plan-format.ts';

interface RowDetailsProps {
  planId: number;
  row: PlanRow;
  unplaced: Shape<'CrewPlanUnplaced'> | undefined;
  isReady: boolean;
  isSaving: boolean;
  onChange(body: Shape<'CrewPlanRowChange'>): void;
}

const sameIds = (a: readonly { id: number }[], b: readonly { id: number }[]): boolean =>
  a.length === b.length && a.every(({ id }) => b.some((other) => other.id === id));

/** Why an order has its crew or none, what else is possible, and the pin. */
export function RowDetails({ planId, row, unplaced, isReady, isSaving, onChange }: RowDetailsProps) {
  const words = useWords(crewPlanWords);
  const format = useFormat();
  const { km } = usePlanFormat();
  const choices = useCrewChoices(planId, row.orderId, isReady);
  const names = (crew: readonly { fullName: string }[]) => crew.map(({ fullName }) => fullName).join(', ') || words.noCrew;
  const difference = (metres: number): string =>
    metres === 0 ? words.same : metres > 0 ? words.more(km(metres)) : words.less(km(-metres));
  return (
    <Stack gap="sm">
      <Text>
        {format.session(row.session)} · <OrderArea order={{ id: row.orderId, area: row.area }} /> · {row.location}
      </Text>
      <div>
        <Text>
          {words.present}: {names(row.present)}
        </Text>
        <Text fw={600}>
          {words.proposed}: {names(row.proposed)}
        </Text>
      </div>
      {row.reason === '' ? null : <Text>{row.reason}</Text>}
      {row.alternative === null ? null : <Text c="dimmed">{row.alternative}</Text>}
      {row.outcomeText === null ? null : <Text c="clay">{row.outcomeText}</Text>}
      {unplaced === undefined ? null : (
        <div>
          <Text>{words.conflict}</Text>
          <ul className={styles.facts}>
            {unplaced.conflict.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {unplaced.resolution === null ? null : <Text fw={600}>{unplaced.resolution}</Text>}
        </div>
      )}
      <Anchor component={Link} to={`/orders/${row.orderId}`}>
        {words.openOrder}
      </Anchor>
      {isReady ? (
        <>
          {row.proposed.length === 0 ? null : (
            <Switch
              size="md"
              styles={tallSwitch}
              label={words.pin}
              checked={row.isPinned}
              disabled={isSaving}
              onChange={({ currentTarget }) => onChange({ isPinned: currentTarget.checked })}
            />
          )}
          <Title order={3} size="h4">
            {words.choose}
          </Title>
          <QueryBoundary query={choices}>
            {({ content }) => {
              const others = content.filter(({ sprayers }) => !sameIds(sprayers, row.proposed));
              return (
                <Stack gap="xs">
                  {others.length === 0 ? <Text>{words.noChoices}</Text> : null}
                  {others.slice(0, 12).map(({ sprayers, extraCost }) => (
                    <Button
                      key={sprayers.map(({ id }) => id).join('-')}
                      variant="default"
                      justify="space-between"
                      className={styles.choice ?? ''}
                      rightSection={<Text span>{difference(extraCost)}</Text>}
                      disabled={isSaving}
                      onClick={() => onChange({ sprayerIds: sprayers.map(({ id }) => id) })}
                    >
                      {names(sprayers)}
                    </Button>
                  ))}
                  {row.proposed.length === 0 ? null : (
                    <Button variant="subtle" disabled={isSaving} onClick={() => onChange({ sprayerIds: [] })}>
                      {words.leave}
                    </Button>
                  )}
                </Stack>
              );
            }}
          </QueryBoundary>
        </>
      ) : null}
    </Stack>
  );
}
