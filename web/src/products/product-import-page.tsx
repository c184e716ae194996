import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { auditKey } from '../admin/admin-keys.ts';
import { Part } from '../admin/part.tsx';
import styles from '../admin/rows.module.css';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useFieldWords } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { productsKey } from './product-queries.ts';
import { productWords } from './product-words.ts';

type Preview = Shape<'ProductImport'>;

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const optionsOf = (file: File) => ({
  headers: { 'content-type': file.name.toLowerCase().endsWith('.xlsx') ? xlsx : 'text/csv' },
  body: file as never,
  bodySerializer: (body: unknown) => body as never,
});

/** Imports products from a file, after a preview. */
export function ProductImportPage() {
  const words = useWords(productWords);
  const [file, setFile] = useState<File>();
  const previewing = useAction({
    act: (chosen: File) => read(api.POST('/api/admin/product-import/preview', optionsOf(chosen))),
    showsOwnErrors: true,
  });
  const begin = (chosen: File | null) => {
    if (chosen === null) return;
    setFile(chosen);
    previewing.mutate(chosen);
  };
  return (
    <Part title={words.importTitle} narrow above={{ to: '/company/products', name: words.title }}>
      <Stack>
        <Text>{words.importIntro}</Text>
        <FileButton onChange={begin} accept={`.csv,.xlsx,text/csv,${xlsx}`}>
          {(props) => (
            <Button
              {...props}
              w="fit-content"
              leftSection={<IconFileUpload size={20} aria-hidden />}
              variant={file === undefined ? 'filled' : 'default'}
            >
              {file === undefined ? words.choose : words.other}
            </Button>
          )}
        </FileButton>
        {previewing.isPending ? <Loading lines={3} /> : null}
        {previewing.isError ? <WrongCells error={previewing.error} /> : null}
        {previewing.isSuccess && file !== undefined ? <Changes key={previewing.submittedAt} file={file} preview={previewing.data} /> : null}
      </Stack>
    </Part>
  );
}

function WrongCells({ error }: { error: unknown }) {
  const words = useWords(productWords);
  const fieldWords = useFieldWords();
  if (!(error instanceof Problem) || error.errors.length === 0) return <ErrorState error={error} />;
  return (
    <Alert color="clay" role="alert" title={words.wrongCells}>
      <ul>
        {[...fieldWords(error)].map(([path, text]) => (
          <li key={path}>{`${/^[A-Z]{1,2}\d+$/.test(path) ? words.cell(path) : path}: ${text}`}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Changes({ file, preview }: { file: File; preview: Preview }) {
  const words = useWords(productWords);
  const { added, changed, unchanged, products } = preview;
  const importing = useAction({
    act: () => read(api.POST('/api/admin/product-import', optionsOf(file))),
    invalidates: [productsKey, auditKey],
  });
  return (
    <Stack>
      <Text role="status">{words.summary(added, changed, unchanged)}</Text>
      {importing.isSuccess ? (
        <Alert color="leaf" role="status">
          {words.imported}
        </Alert>
      ) : added + changed === 0 ? (
        <Text>{words.nothingToImport}</Text>
      ) : (
        <Group>
          <Button loading={importing.isPending} onClick={() => importing.mutate()}>
            {words.confirmImport(added + changed)}
          </Button>
        </Group>
      )}
      <ul className={styles.list}>
        {products.map(({ name, authorisationNumber, result, changes }) => (
          <li key={authorisationNumber} className={styles.row}>
            <span className={styles.main}>
              <span className={styles.name}>{name}</span>
              <span className={styles.note}>
                {[authorisationNumber, changes.map((field) => words.fields[field] ?? field).join(', ')]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            </span>
            <span>{words.result[result]}</span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
