import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api, read } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { fieldWords } from '../ui/field-words.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { UndoButton } from '../ui/undo-button.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { importsKey, isWorking, type SheetImport, useImport } from './import-queries.ts';
import { importWords } from './import-words.ts';
import { ImportedRows } from './imported-rows.tsx';
import { UnusedColumns } from './unused-columns.tsx';

/** One import: its columns, the check of its rows, applying it, and undoing it. */
export function ImportPage() {
  const words = useWords(importWords);
  const id = Number(useParams().id);
  const query = useImport(id);
  return (
    <Page title={words.title} narrow back={<BackLink to="/import" name={words.list} />}>
      <QueryBoundary query={query}>{(sheet) => <Steps sheet={sheet} />}</QueryBoundary>
    </Page>
  );
}

function Steps({ sheet }: { sheet: SheetImport }) {
  const words = useWords(importWords);
  const { kind, fileName, state } = sheet;
  const [isChoosing, setChoosing] = useState(false);
  const showsColumns = state === 'read' || (state === 'checked' && isChoosing);
  return (
    <Stack>
      <Text>
        {words.kind[kind]} · {fileName}
      </Text>
      <Failure sheet={sheet} />
      {isWorking(sheet) ? <Working sheet={sheet} /> : null}
      {showsColumns ? <ChooseColumns sheet={sheet} onChecking={() => setChoosing(false)} /> : null}
      {showsColumns || isWorking(sheet) ? null : <Result sheet={sheet} onChoose={() => setChoosing(true)} />}
    </Stack>
  );
}

function Failure({ sheet: { failure } }: { sheet: SheetImport }) {
  const words = useWords(importWords);
  const { language } = useLanguage();
  if (failure === null) return null;
  return (
    <Alert color="clay" role="alert">
      {words.failure[failure.code]}
      {failure.rows.length === 0 ? null : (
        <ul>
          {failure.rows.map(({ row, message }) => (
            <li key={row}>{`${words.row(row)}: ${fieldWords(language, message)}`}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function Working({ sheet: { state, done, rows, counts } }: { sheet: SheetImport }) {
  const words = useWords(importWords);
  const total = state === 'checking' ? rows : counts.new + counts.changed;
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {words.state[state]}
      </Text>
      <Progress value={Math.max(3, (done / Math.max(total, 1)) * 100)} animated size="lg" aria-label={words.state[state]} />
      <Text>{words.progress(done, total)}</Text>
    </Stack>
  );
}

function Result({ sheet, onChoose }: { sheet: SheetImport; onChoose(): void }) {
  const words = useWords(importWords);
  const queries = useQueryClient();
  const { id, state, counts } = sheet;
  const path = { params: { path: { id } } };
  // Other pages show what the import has changed.
  const invalidate = () => void queries.invalidateQueries();
  const apply = useAction({
    act: () => read(api.POST('/api/receptionist/spreadsheet-import/{id}/apply', path)),
    invalidates: [importsKey],
    onSuccess: invalidate,
  });
  const undo = useAction({
    act: () => read(api.POST('/api/receptionist/spreadsheet-import/{id}/undo', path)),
    invalidates: [importsKey],
    onSuccess: invalidate,
  });
  const toImport = counts.new + counts.changed;
  return (
    <>
      {state === 'applied' ? (
        <Alert color="leaf" role="status" title={words.applied(counts.new, counts.changed)}>
          {words.undoHint}
        </Alert>
      ) : null}
      {state === 'undone' ? (
        <Alert color="sky" role="status">
          {words.undone}
        </Alert>
      ) : null}
      {state === 'checked' ? (
        <>
          <Title order={2} size="h3">
            {words.rows}
          </Title>
          <Text c="dimmed">{toImport === 0 ? words.nothingToImport : words.emptyKeeps}</Text>
          <UnusedColumns sheet={sheet} used={sheet.fields.map(({ column }) => column)} />
        </>
      ) : null}
      <Group>
        {state === 'checked' && toImport > 0 ? (
          <Button loading={apply.isPending} onClick={() => apply.mutate()}>
            {words.apply(toImport)}
          </Button>
        ) : null}
        {state === 'checked' ? (
          <Button variant="default" onClick={onChoose}>
            {words.changeColumns}
          </Button>
        ) : null}
        {state === 'applied' ? <UndoButton isPending={undo.isPending} onUndo={() => undo.mutate()} /> : null}
        {state === 'applied' || state === 'undone' ? (
          <Button component={Link} to="/import" variant="default">
            {words.another}
          </Button>
        ) : null}
      </Group>
      <ImportedRows sheet={sheet} />
    </>
  );
}
