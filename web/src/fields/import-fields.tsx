import { Alert, Button, Checkbox, FileButton, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import type { Role } from '../api/session.ts';
import { fetchWithProgress } from '../api/upload.ts';
import { IconFileImport } from '../icons/file-import.ts';
import { FieldMap } from '../map/field-map.tsx';
import { useAction } from '../ui/action.ts';
import { fieldWords as errorWords } from '../ui/field-words.ts';
import { useFormat } from '../ui/format.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { stateWords } from '../ui/state-words.ts';
import { useAreaText } from './field-area.ts';
import { fieldsKey } from './field-queries.ts';
import { fieldWords } from './field-words.ts';
import styles from './fields.module.css';
import { meridians } from './meridians.ts';

type Previewed = Shape<'FieldImportPreview'>['fields'][number];
type Imported = Shape<'FieldImport'>['fields'][number];

const maxBytes = 10_000_000;
const shownRows = 200;

interface ImportProps {
  role: Role;
  farmerId: number | undefined;
}

/** Fields from a file: choose, look at them on the map, import. */
export function ImportFields({ role, farmerId }: ImportProps) {
  const words = useWords(fieldWords);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={20} aria-hidden />} onClick={() => setIsOpen(true)}>
        {words.import}
      </Button>
      <Sheet opened={isOpen} close={() => setIsOpen(false)} title={words.importTitle}>
        {isOpen ? <ImportForm role={role} farmerId={farmerId} close={() => setIsOpen(false)} /> : null}
      </Sheet>
    </>
  );
}

function ImportForm({ role, farmerId, close }: ImportProps & { close(): void }) {
  const words = useWords(fieldWords);
  const explain = useProblemWords();
  const [meridian, setMeridian] = useState('');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [sent, setSent] = useState(0);
  const preview = useAction({
    act: (file: File) => {
      const query = { fileName: file.name, ...(meridian === '' ? {} : { meridian: Number(meridian) }) };
      const upload = {
        fetch: fetchWithProgress(setSent),
        body: file as unknown as string,
        bodySerializer: (body: unknown) => body,
        headers: { 'content-type': 'application/octet-stream' },
      };
      return role === 'farmer'
        ? read(api.POST('/api/farmer/field-import/preview', { params: { query }, ...upload }))
        : read(
            api.POST('/api/receptionist/field-import/preview', {
              params: { query: { ...query, farmerId: farmerId as number } },
              ...upload,
            }),
          );
    },
    showsOwnErrors: true,
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    setIsTooLarge(file.size > maxBytes);
    setSent(0);
    if (file.size <= maxBytes) preview.mutate(file);
  };
  return (
    <Stack>
      <Text>{words.importNote}</Text>
      <NativeSelect
        label={words.meridian}
        description={words.meridianNote}
        value={meridian}
        onChange={({ currentTarget }) => setMeridian(currentTarget.value)}
        data={[
          { value: '', label: words.notVn2000 },
          ...meridians.map(({ name, meridian: degrees }) => ({ value: `${degrees}`, label: `${name} (${degrees}°)` })),
        ]}
      />
      <div>
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} loading={preview.isPending}>
              {words.chooseFile}
            </Button>
          )}
        </FileButton>
      </div>
      {preview.isPending ? <Sending share={sent} after={words.reading} /> : null}
      {isTooLarge || preview.error !== null ? (
        <Alert color="clay" role="alert">
          {isTooLarge ? words.tooLargeFile : explain(preview.error)}
        </Alert>
      ) : null}
      {preview.data === undefined || preview.isPending ? null : (
        <Chosen key={preview.submittedAt} fields={preview.data.fields} role={role} farmerId={farmerId} close={close} />
      )}
    </Stack>
  );
}

/** What is sent of a previewed field; none if it cannot be imported. */
function toImported({ name, boundary, latitude, longitude, cropType, obstacles, notes }: Previewed): Imported[] {
  if (boundary === null) return [];
  return [
    {
      ...{ name, boundary },
      ...(latitude === null || longitude === null ? {} : { latitude, longitude }),
      ...(cropType === null ? {} : { cropType: { id: cropType.id } }),
      ...(obstacles === null ? {} : { obstacles }),
      ...(notes === null ? {} : { notes }),
    },
  ];
}

function Chosen({ fields, role, farmerId, close }: ImportProps & { fields: Previewed[]; close(): void }) {
  const words = useWords(fieldWords);
  const areaText = useAreaText();
  const { crop: crops } = useWords(stateWords);
  const { language } = useLanguage();
  const [left, setLeft] = useState(
    () => new Set(fields.flatMap(({ error, duplicateOf }, at) => (error !== null || duplicateOf !== null ? [at] : []))),
  );
  const shapes = useMemo(
    () => fields.flatMap(({ name, boundary }, at) => (boundary === null ? [] : [{ id: String(at), boundary, label: name }])),
    [fields],
  );
  const chosen = fields.flatMap((field, at): Imported[] => (left.has(at) ? [] : toImported(field)));
  const [sent, setSent] = useState(0);
  const save = useAction({
    act: (all: Imported[], idempotencyKey) => {
      const header = { 'Idempotency-Key': idempotencyKey };
      const fetch = fetchWithProgress(setSent);
      setSent(0);
      return role === 'farmer'
        ? read(api.POST('/api/farmer/field-import', { params: { header }, body: { fields: all }, fetch }))
        : read(
            api.POST('/api/receptionist/field-import', {
              params: { header, query: { farmerId: farmerId as number } },
              body: { fields: all },
              fetch,
            }),
          );
    },
    invalidates: [fieldsKey],
    successMessage: ({ added }) => words.imported(added),
    onSuccess: close,
  });
  const toggle = (at: number) => {
    const next = new Set(left);
    if (!next.delete(at)) next.add(at);
    setLeft(next);
  };
  return (
    <Stack>
      {save.isPending ? (
        <Sending share={sent} after={words.saving(chosen.length)} />
      ) : (
        <Text role="status" fw={600}>
          {words.found(fields.length)}
        </Text>
      )}
      {shapes.length === 0 ? null : <FieldMap pins={noPins} shapes={shapes} height={280} label={words.previewMap} />}
      <ul className={styles.list}>
        {fields.slice(0, shownRows).map(({ name, areaM2, error, duplicateOf, cropType, obstacles, notes }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file does not change
          <li key={at}>
            <Checkbox
              label={name}
              description={
                error !== null
                  ? errorWords(language, error)
                  : duplicateOf !== null
                    ? words.duplicate(duplicateOf)
                    : [areaM2 === null ? null : areaText(areaM2), cropType && (crops[cropType.name] ?? cropType.name), obstacles, notes]
                        .filter((part) => part !== null)
                        .join(' · ')
              }
              disabled={error !== null}
              checked={!left.has(at)}
              onChange={() => toggle(at)}
            />
          </li>
        ))}
      </ul>
      <Button disabled={chosen.length === 0} loading={save.isPending} onClick={() => save.mutate(chosen)}>
        {words.importChosen(chosen.length)}
      </Button>
    </Stack>
  );
}

/** How much has been sent; when all has been sent, the service works on it. */
function Sending({ share, after }: { share: number; after: string }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const isSent = share >= 1;
  const text = isSent ? after : words.sending(format.percent(share));
  return (
    <div>
      <Text role="status" fw={600} mb={4}>
        {text}
      </Text>
      <Progress value={isSent ? 100 : share * 100} animated={isSent} aria-label={text} size="lg" />
    </div>
  );
}

const noPins: [] = [];
