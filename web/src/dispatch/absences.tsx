import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { daysText } from '../catalog/days-text.ts';
import { IconBeach } from '../icons/beach.ts';
import { IconCalendarOff } from '../icons/calendar-off.ts';
import { IconCalendarWeek } from '../icons/calendar-week.ts';
import { IconPlus } from '../icons/plus.ts';
import { useSprayersWeek } from '../orders/detail/crew-by-hand.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { mondayOf } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { navWords } from '../ui/navigation-words.ts';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { AbsenceForm } from './absence-form.tsx';
import { type Absence, absencesQuery } from './absence-queries.ts';
import { AbsenceRequests } from './absence-requests.tsx';
import { AbsenceRow } from './absence-row.tsx';
import { absenceWords } from './absence-words.ts';

/** Leave and illness of all sprayers, by month. */
export function Absences() {
  const words = useWords(absenceWords);
  const { sprayers: toSprayers } = useWords(navWords);
  const { today } = useCompany();
  const list = useQuery(absencesQuery());
  const week = useSprayersWeek(mondayOf(today));
  const [adding, setAdding] = useState(false);
  const sprayers = (week.data ?? []).map(({ sprayer }) => sprayer).filter(({ active }) => active);
  return (
    <Page
      title={words.title}
      back={<BackLink to="/sprayers" name={toSprayers} />}
      narrow
      exports={<ListExport list="/api/receptionist/absence" />}
      actions={
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <Text>{words.intro}</Text>
      <Group gap="xs">
        <Button component={Link} to="/sprayers" variant="default" leftSection={<IconCalendarWeek size={20} aria-hidden />}>
          {words.toWeek}
        </Button>
        <Button component={Link} to="/closures" variant="default" leftSection={<IconCalendarOff size={20} aria-hidden />}>
          {words.toClosures}
        </Button>
      </Group>
      <QueryBoundary
        query={list}
        empty={{
          when: (all) => all.length === 0,
          show: <EmptyState icon={<IconBeach size={40} aria-hidden />} title={words.none} text={words.noneText} />,
        }}
      >
        {(all) => (
          <Stack gap="lg">
            <AbsenceRequests requests={all.filter(({ state }) => state === 'requested')} />
            {byMonth(all.filter(({ state }) => state !== 'requested')).map(([month, absences]) => (
              <Month key={month} month={month} absences={absences} />
            ))}
          </Stack>
        )}
      </QueryBoundary>
      <Sheet opened={adding} close={() => setAdding(false)} title={words.add}>
        {adding ? (
          <AbsenceForm
            sprayers={sprayers}
            action={words.save}
            savedMessage={words.saved}
            close={() => setAdding(false)}
            send={(body, sprayerId, idempotencyKey) =>
              read(
                api.POST('/api/receptionist/absence', {
                  params: { header: { 'Idempotency-Key': idempotencyKey } },
                  body: { ...body, sprayerId },
                }),
              )
            }
          />
        ) : null}
      </Sheet>
    </Page>
  );
}

/** By the month in which they begin, in the order of the list. */
function byMonth(absences: readonly Absence[]): [string, Absence[]][] {
  const months: Record<string, Absence[]> = {};
  for (const absence of absences) {
    const month = absence.from.slice(0, 7);
    months[month] = [...(months[month] ?? []), absence];
  }
  return Object.entries(months);
}

function Month({ month, absences }: { month: string; absences: Absence[] }) {
  const words = useWords(absenceWords);
  const format = useFormat();
  return (
    <section>
      <Title order={2} size="h3" mb={8}>
        {format.month(month)}
      </Title>
      <ul className={styles.list}>
        {absences.map((absence) => {
          const { id, sprayer, from, by, own, openJobs } = absence;
          return (
            <AbsenceRow
              key={id}
              absence={absence}
              name={sprayer.fullName}
              removal={{
                action: words.remove,
                title: words.removeTitle,
                text: words.removeText(sprayer.fullName, daysText(format, absence)),
                act: () => read(api.DELETE('/api/receptionist/absence/{id}', { params: { path: { id } } })),
              }}
            >
              {own ? null : <span className={styles.note}>{words.by(by)}</span>}
              {absence.decidedBy === null ? null : <span className={styles.note}>{words.decided[absence.state](absence.decidedBy)}</span>}
              {openJobs === 0 || absence.state !== 'approved' ? null : (
                <Anchor component={Link} to={`/sprayers?day=${from}`} className={styles.link ?? ''}>
                  {words.jobs(openJobs)}
                </Anchor>
              )}
            </AbsenceRow>
          );
        })}
      </ul>
    </section>
  );
}
