import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import { IconDownload } from '../icons/download.ts';
import { IconFileUpload } from '../icons/file-upload.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useLanguage, useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { Page } from '../ui/page.tsx';
import { useSaveExport } from '../ui/save-export.ts';
import { Segments } from '../ui/segments.tsx';
import { importsKey, useImports } from './import-queries.ts';
import { importWords } from './import-words.ts';

type Kind = Shape<'SpreadsheetImport'>['kind'];
const officeKinds: Kind[] = ['farmers', 'fields', 'orders'];
const adminKinds: Kind[] = ['products', 'staff'];

/** Choosing a file to import, and the imports of the last days. */
export function ImportsPage() {
  const words = useWords(importWords);
  const { role } = useMe();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const kinds = role === 'admin' ? [...officeKinds, ...adminKinds] : officeKinds;
  const [search, setSearch] = useSearchParams();
  const kind = kinds.find((known) => known === search.get('kind')) ?? 'farmers';
  const setKind = (value: Kind) => setSearch({ kind: value }, { replace: true });
  const upload = useAction({
    act: (file: File) =>
      read(
        api.POST('/api/receptionist/spreadsheet-import', {
          params: { query: { kind, fileName: file.name.slice(0, 200) } },
          headers: { 'content-type': 'application/octet-stream' },
          body: file as never,
          bodySerializer: (body: unknown) => body as never,
        }),
      ),
    invalidates: [importsKey],
    onSuccess: ({ id }) => void navigate(`/import/${id}`),
  });
  const template = useSaveExport({
    fileName: `swath-${kind}`,
    load: () =>
      read(api.GET('/api/receptionist/spreadsheet-template.xlsx', { params: { query: { kind, language } }, parseAs: 'blob' })) as never,
  });
  return (
    <Page title={words.title} narrow>
      <Stack>
        <Text>{words.intro}</Text>
        <Stack gap="xs">
          <Text fw={600} id="import-kind">
            {words.what}
          </Text>
          <Segments
            aria-labelledby="import-kind"
            value={kind}
            onChange={setKind}
            data={kinds.map((value) => ({ value, label: words.kind[value] }))}
          />
        </Stack>
        <Group>
          <FileButton onChange={(file) => file !== null && upload.mutate(file)} accept=".xlsx,.csv,.txt,.tsv,text/csv">
            {(props) => (
              <Button {...props} loading={upload.isPending} leftSection={<IconFileUpload size={20} aria-hidden />}>
                {words.choose}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            loading={template.busy}
            leftSection={<IconDownload size={20} aria-hidden />}
            onClick={() => void template.save('xlsx')}
          >
            {words.template}
          </Button>
        </Group>
        <Text c="dimmed" role="status">
          {upload.isPending ? words.reading : words.templateHint}
        </Text>
        <Title order={2} size="h3">
          {words.recent}
        </Title>
        <RecentImports />
      </Stack>
    </Page>
  );
}

function RecentImports() {
  const words = useWords(importWords);
  const format = useFormat();
  return (
    <InfiniteList list={useImports()} empty={<Text c="dimmed">{words.noRecent}</Text>}>
      {(imports) => (
        <ul className={styles.list}>
          {imports.map(({ id, kind, fileName, by, timestamp, state }) => (
            <li key={id}>
              <Link className={styles.row} to={`/import/${id}`}>
                <span className={styles.main}>
                  <span className={styles.name}>{fileName}</span>
                  <span className={styles.note}>
                    {words.kind[kind]} · {words.by(by, format.moment(timestamp))}
                  </span>
                </span>
                <span>{words.state[state]}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </InfiniteList>
  );
}
