import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../orders/section.tsx';
import { useWords } from '../ui/language.tsx';
import { Intervals } from './intervals.tsx';
import { useOrderRecords } from './record-queries.ts';
import { MissingFields, RecordStateText } from './record-state.tsx';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

/** The records of an order with the intervals that run; nothing before the work is reported. */
export function OrderRecord({ reader, orderId, enabled }: { reader: 'farmer' | 'receptionist'; orderId: number; enabled: boolean }) {
  const words = useWords(recordWords);
  const { data } = useOrderRecords(reader, orderId, enabled);
  if (data === undefined || data.content.length === 0) return null;
  return (
    <Section title={words.short}>
      <Intervals records={data.content} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.content.map((record) => (
          <li key={record.id}>
            <Anchor component={Link} to={`/records/${record.id}`} aria-label={words.open(record.number)} className={styles.link ?? ''}>
              {record.number}
            </Anchor>{' '}
            <RecordStateText record={record} />
            {reader === 'receptionist' && !record.complete ? (
              <div>
                <MissingFields missing={record.missing} />
              </div>
            ) : null}
          </li>
        ))}
      </Stack>
    </Section>
  );
}
