import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { Segments } from '../ui/segments.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { stateWords } from '../ui/state-words.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { BaseFields, baseOf, draftOf } from './base-fields.tsx';
import { type Base, companyBaseQuery, crewRulesKey, type SprayerPlanning, sprayerPlanningQuery } from './crew-rule-queries.ts';
import { crewRuleWords } from './crew-rule-words.ts';

const maxDailyJobs = 50;

/** Base and limit of each sprayer. */
export function SprayerRules() {
  const words = useWords(crewRuleWords);
  const states = useWords(stateWords);
  const query = useQuery(sprayerPlanningQuery);
  const [changed, setChanged] = useState<SprayerPlanning>();
  const close = () => setChanged(undefined);
  return (
    <section aria-label={words.sprayers}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {words.sprayers}
        </Title>
        <ListExport list="/api/receptionist/sprayer-planning" />
      </Group>
      <QueryBoundary query={query} empty={{ when: (all) => all.length === 0, show: <Text c="dimmed">{words.noSprayers}</Text> }}>
        {(all) => (
          <ul className={styles.list}>
            {all.map((planning) => {
              const { sprayer, base, dailyJobLimit } = planning;
              const limit = dailyJobLimit === null ? words.companysLimit : words.ownLimit(dailyJobLimit);
              return (
                <li key={sprayer.id} className={styles.row}>
                  <div className={styles.main}>
                    <strong>{sprayer.fullName}</strong>
                    <span className={styles.note}>{states.expertise[sprayer.expertise]}</span>
                    <span className={styles.note}>{`${base === null ? words.companysBase : words.ownBase(base.name)} · ${limit}`}</span>
                  </div>
                  <Button
                    variant="default"
                    aria-label={`${words.change}: ${words.changeOf(sprayer.fullName)}`}
                    onClick={() => setChanged(planning)}
                  >
                    {words.change}
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </QueryBoundary>
      <Sheet opened={changed !== undefined} close={close} title={changed === undefined ? '' : words.changeOf(changed.sprayer.fullName)}>
        {changed === undefined ? null : <PlanningForm planning={changed} close={close} />}
      </Sheet>
    </section>
  );
}

function PlanningForm({ planning, close }: { planning: SprayerPlanning; close(): void }) {
  const words = useWords(crewRuleWords);
  const { optional } = useWords(uiWords);
  const { sprayer, base } = planning;
  const { data: company } = useQuery(companyBaseQuery);
  const [isOwn, setIsOwn] = useState(base !== null);
  const [draft, setDraft] = useState(() => draftOf(base));
  const [limit, setLimit] = useState<number | string>(planning.dailyJobLimit ?? '');
  const [isTried, setIsTried] = useState(false);
  const save = useAction({
    act: (body: { base: Base | null; dailyJobLimit: number | null }) =>
      read(api.PUT('/api/receptionist/sprayer/{userId}/planning', { params: { path: { userId: sprayer.id } }, body })),
    invalidates: [crewRulesKey],
    successMessage: words.saved,
    onSuccess: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const own = isOwn ? baseOf(draft) : null;
    if (own !== undefined) save.mutate({ base: own, dailyJobLimit: limit === '' ? null : Number(limit) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Segments
          fullWidth
          aria-label={words.which}
          value={isOwn ? 'own' : 'company'}
          onChange={(which) => setIsOwn(which === 'own')}
          data={[
            { value: 'company', label: words.useCompanys },
            { value: 'own', label: words.useOwn },
          ]}
        />
        {isOwn ? <BaseFields draft={draft} onChange={setDraft} isTried={isTried} around={company?.base ?? undefined} /> : null}
        <NumberInput
          label={`${words.limit} (${optional})`}
          description={words.limitHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={maxDailyJobs}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          value={limit}
          onChange={setLimit}
        />
        <Button type="submit" loading={save.isPending}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}
