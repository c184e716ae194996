import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import rows from '../ui/list-rows.module.css';
import { QueryBoundary } from '../ui/states.tsx';
import { myLicencesQuery } from './equipment-queries.ts';
import { equipmentWords } from './equipment-words.ts';
import { Validity } from './validity.tsx';

/** A sprayer's own licences. */
export function MyLicences() {
  const words = useWords(equipmentWords);
  const query = useQuery(myLicencesQuery);
  return (
    <section aria-label={words.myLicences}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {words.myLicences}
        </Title>
        <ListExport list="/api/sprayer/licence" />
      </Group>
      <QueryBoundary query={query} empty={{ when: (all) => all.length === 0, show: <Text>{words.noneOfMine}</Text> }}>
        {(all) => (
          <ul className={rows.list}>
            {all.map(({ id, number, class: category, issuer, validUntil }) => (
              <li key={id} className={rows.row}>
                <span className={rows.main}>
                  <span className={rows.name}>{number}</span>
                  <span className={rows.note}>{`${category} · ${issuer}`}</span>
                </span>
                <Validity until={validUntil} />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}
