import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { daysText } from '../catalog/days-text.ts';
import { IconBeach } from '../icons/beach.ts';
import { IconPlus } from '../icons/plus.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import styles from '../ui/list-rows.module.css';
import { navWords } from '../ui/navigation-words.ts';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { AbsenceForm } from './absence-form.tsx';
import { myAbsencesQuery } from './absence-queries.ts';
import { AbsenceRow } from './absence-row.tsx';
import { absenceWords } from './absence-words.ts';

/** A sprayer's own leave and illness. */
export function MyAbsences() {
  const words = useWords(absenceWords);
  const { today: myDay } = useWords(navWords);
  const format = useFormat();
  const list = useQuery(myAbsencesQuery);
  const [adding, setAdding] = useState(false);
  return (
    <Page title={words.myTitle} back={<BackLink to="/" name={myDay} />} narrow exports={<ListExport list="/api/sprayer/absence" />}>
      <Text>{words.myIntro}</Text>
      <Button size="lg" leftSection={<IconPlus size={22} aria-hidden />} onClick={() => setAdding(true)}>
        {words.myAdd}
      </Button>
      <QueryBoundary
        query={list}
        empty={{
          when: (all) => all.length === 0,
          show: <EmptyState icon={<IconBeach size={40} aria-hidden />} title={words.myNone} text={words.myNoneText} />,
        }}
      >
        {(all) => (
          <ul className={styles.list}>
            {all.map((absence) => (
              <AbsenceRow
                key={absence.id}
                absence={absence}
                name=""
                removal={
                  absence.own
                    ? {
                        action: words.takeBack,
                        title: words.takeBackTitle,
                        text: words.takeBackText(daysText(format, absence), absence.state),
                        act: () => read(api.DELETE('/api/sprayer/absence/{id}', { params: { path: { id: absence.id } } })),
                      }
                    : undefined
                }
              >
                {absence.decisionNote === null ? null : <span className={styles.note}>{words.fromOffice(absence.decisionNote)}</span>}
                {absence.openJobs === 0 || absence.state === 'refused' ? null : <span>{words.myJobs(absence.openJobs)}</span>}
                {absence.own ? null : <span className={styles.note}>{words.byOffice}</span>}
              </AbsenceRow>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Sheet opened={adding} close={() => setAdding(false)} title={words.myAdd}>
        {adding ? (
          <AbsenceForm
            action={words.mySend}
            savedMessage={() => words.mySaved}
            close={() => setAdding(false)}
            send={(body, _, idempotencyKey) =>
              read(api.POST('/api/sprayer/absence', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body }))
            }
          />
        ) : null}
      </Sheet>
    </Page>
  );
}
