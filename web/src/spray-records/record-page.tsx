import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useMe } from '../api/session.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconFileTypePdf } from '../icons/file-type-pdf.ts';
import { IconPencil } from '../icons/pencil.ts';
import { BackLink } from '../ui/back-link.tsx';
import { NotFound } from '../ui/error-page.tsx';
import { useFormat } from '../ui/format.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { Intervals } from './intervals.tsx';
import { RecordFacts } from './record-facts.tsx';
import { type RecordReader, readerOf, type SprayRecord, useRecord, useVersions } from './record-queries.ts';
import { MissingFields, RecordStateText } from './record-state.tsx';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

const ReviseRecord = lazyPart(() => import('./revise-record.tsx'), 'ReviseRecord');

export function RecordPage() {
  const { id = '' } = useParams();
  const { role } = useMe();
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownRecord key={id} id={Number(id)} reader={readerOf(role)} /> : <NotFound />;
}

function KnownRecord({ id, reader }: { id: number; reader: RecordReader }) {
  const words = useWords(recordWords);
  const query = useRecord(reader, id);
  return (
    <Page
      title={query.data === undefined ? words.short : words.record(query.data.number)}
      back={<BackLink to="/records" name={words.toRecords} />}
      narrow
    >
      <QueryBoundary query={query}>{(record) => <Whole record={record} reader={reader} />}</QueryBoundary>
    </Page>
  );
}

function Whole({ record, reader }: { record: SprayRecord; reader: RecordReader }) {
  const words = useWords(recordWords);
  const { language } = useLanguage();
  const [isRevising, setRevising] = useState(false);
  const { id, orderId, complete, missing } = record;
  return (
    <Stack gap="lg">
      <Group>
        <RecordStateText record={record} />
        <Anchor component={Link} to={`/orders/${orderId}`} className={styles.link ?? ''}>
          {words.order(orderId)}
        </Anchor>
      </Group>
      {complete ? null : (
        <Alert color="clay" icon={<IconAlertTriangle aria-hidden />}>
          <MissingFields missing={missing} />
        </Alert>
      )}
      <Intervals records={[record]} />
      <Group>
        {reader === 'receptionist' ? (
          <Button
            variant={complete ? 'default' : 'filled'}
            leftSection={<IconPencil size={20} aria-hidden />}
            onClick={() => setRevising(true)}
          >
            {complete ? words.correctRecord : words.completeRecord}
          </Button>
        ) : null}
        <Button
          component="a"
          href={`/api/${reader}/spray-record/${id}/record.pdf?language=${language}`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
        >
          {words.pdf}
        </Button>
      </Group>
      <Card component="section" aria-label={words.short}>
        <RecordFacts content={record.content} />
      </Card>
      <Versions record={record} reader={reader} />
      {isRevising ? (
        <Suspense>
          <ReviseRecord key={record.version} record={record} close={() => setRevising(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

function Versions({ record, reader }: { record: SprayRecord; reader: RecordReader }) {
  const words = useWords(recordWords);
  const format = useFormat();
  const versions = useVersions(reader, record.id, record.version);
  return (
    <Card component="section" aria-label={words.versions}>
      <Stack>
        <Title order={2} size="h3">
          {words.versions}
        </Title>
        <QueryBoundary query={versions}>
          {({ content }) => (
            <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {content.map(({ version, cause, madeAt, madeBy, reason, hash }) => (
                <li key={version}>
                  <Text fw={600}>
                    {words.version(version)}: {words.causes[cause]}
                  </Text>
                  <Text c="dimmed">
                    {format.moment(madeAt)}
                    {madeBy === null ? '' : ` · ${madeBy.name}`}
                    {reason === null ? '' : ` · ${reason}`}
                  </Text>
                  <Text className={styles.hash ?? ''}>
                    {words.hash}: {hash}
                  </Text>
                </li>
              ))}
            </Stack>
          )}
        </QueryBoundary>
        {record.link === null ? null : <Text c="dimmed">{words.linked(record.link.sequence)}</Text>}
      </Stack>
    </Card>
  );
}
