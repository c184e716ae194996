import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { IconPlus } from '../icons/plus.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { BanForm } from './ban-form.tsx';
import { bansQuery, type CrewBan, crewRulesKey } from './crew-rule-queries.ts';
import { crewRuleWords } from './crew-rule-words.ts';

/** Sprayers who never work for a farmer, or never with each other. */
export function Bans() {
  const words = useWords(crewRuleWords);
  const query = useQuery(bansQuery);
  const [adding, setAdding] = useState(false);
  return (
    <section aria-label={words.bans}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {words.bans}
        </Title>
        <Group gap="xs">
          <ListExport list="/api/receptionist/crew-ban" />
          <Button variant="default" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
            {words.addBan}
          </Button>
        </Group>
      </Group>
      <Text c="dimmed" mb="xs">
        {words.bansText}
      </Text>
      <QueryBoundary query={query} empty={{ when: (all) => all.length === 0, show: <Text>{words.noBans}</Text> }}>
        {(all) => (
          <ul className={styles.list}>
            {all.map((ban) => (
              <BanRow key={ban.id} ban={ban} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Sheet opened={adding} close={() => setAdding(false)} title={words.addBan}>
        {adding ? <BanForm close={() => setAdding(false)} /> : null}
      </Sheet>
    </section>
  );
}

function BanRow({ ban }: { ban: CrewBan }) {
  const words = useWords(crewRuleWords);
  const { id, sprayer, farmer, otherSprayer, reason, by, openJobs } = ban;
  const what = words.banOf(sprayer.fullName, (farmer ?? otherSprayer)?.fullName ?? '');
  const remove = useAction({
    act: () => read(api.DELETE('/api/receptionist/crew-ban/{id}', { params: { path: { id } } })),
    invalidates: [crewRulesKey],
    successMessage: words.banRemoved,
  });
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <strong>{what}</strong>
        <span>{farmer === null ? words.together : words.forFarmer}</span>
        <span className={styles.note}>{`${reason} · ${words.by(by)}`}</span>
        {openJobs === 0 ? null : <span>{words.openJobs(openJobs)}</span>}
      </div>
      <Confirm
        title={words.removeBanTitle}
        text={words.removeBanText(what)}
        action={words.removeBan}
        danger={false}
        busy={remove.isPending}
        onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        trigger={(open) => (
          <Button variant="default" aria-label={`${words.removeBan}: ${what}`} onClick={open}>
            {words.removeBan}
          </Button>
        )}
      />
    </li>
  );
}
