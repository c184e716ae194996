import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { IconClipboardList } from '../icons/clipboard-list.ts';
import styles from '../orders/to-do/inbox.module.css';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useIncompleteRecords } from './record-queries.ts';
import { MissingFields, RecordStateText } from './record-state.tsx';
import { recordWords } from './record-words.ts';

/** Records that the office has to complete, with their deadlines; nothing without any. */
export function IncompleteRecords() {
  const words = useWords(recordWords);
  const format = useFormat();
  const { data } = useIncompleteRecords();
  if (data === undefined || data.content.length === 0) return null;
  return (
    <section id="records" className={styles.reason} aria-label={words.todoTitle}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconClipboardList size={26} aria-hidden className={styles.icon ?? ''} />
        <div>
          <Title order={2} size="h3">
            {words.todoTitle} ({data.page.totalElements})
          </Title>
          <Text c="dimmed">{words.todoText}</Text>
        </div>
      </Group>
      <ul className={styles.items}>
        {data.content.map((record) => (
          <li key={record.id} className={styles.item}>
            <div className={styles.text}>
              <strong>{record.farmer}</strong>
              <span>
                {record.number} · {format.date(record.date)} · {record.location}
              </span>
              <span className={styles.quiet}>
                <RecordStateText record={record} />
              </span>
              <span className={styles.quiet}>
                <MissingFields missing={record.missing} />
              </span>
            </div>
            <div className={styles.acts}>
              <Button component={Link} to={`/records/${record.id}`} aria-label={`${words.completeRecord}: ${record.number}`}>
                {words.completeRecord}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
