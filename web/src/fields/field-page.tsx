import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { type Role, useMe } from '../api/session.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { FieldHarvest } from '../spray-records/field-harvest.tsx';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { NotFound } from '../ui/error-page.tsx';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { FieldForm } from './field-form.tsx';
import { addField, changeField, type Field, fieldsKey, type NewField, useField, useFields, useOverlaps } from './field-queries.ts';
import { fieldWords } from './field-words.ts';

const farmerOf = (search: URLSearchParams): number | undefined =>
  /^[1-9]\d{0,14}$/.test(search.get('farmer') ?? '') ? Number(search.get('farmer')) : undefined;

/** A new field, or one of the registry. */
export function FieldPage() {
  const { id = '' } = useParams();
  const { role } = useMe();
  const [search] = useSearchParams();
  const farmerId = farmerOf(search);
  if (id === 'new') return role === 'farmer' || farmerId !== undefined ? <NewFieldPage role={role} farmerId={farmerId} /> : <NotFound />;
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownField key={id} role={role} id={Number(id)} /> : <NotFound />;
}

const listOf = (farmerId: number | undefined) => (farmerId === undefined ? '/fields' : `/fields?farmer=${farmerId}`);

function NewFieldPage({ role, farmerId }: { role: Role; farmerId: number | undefined }) {
  const words = useWords(fieldWords);
  const navigate = useNavigate();
  const near = useFields(role, { farmerId, archived: false }).data?.pages[0]?.content[0];
  const add = useAction({
    act: (field: NewField, key) => addField(role, farmerId, field, key),
    invalidates: [fieldsKey],
    successMessage: words.saved,
    onSuccess: ({ id }) => void navigate(`/fields/${id}`, { replace: true }),
    showsOwnErrors: true,
  });
  return (
    <Page title={words.newTitle} back={<BackLink to={listOf(farmerId)} name={words.title} />} narrow>
      <FieldForm around={near} isBusy={add.isPending} error={add.error} onSave={(field) => add.mutate(field)} />
    </Page>
  );
}

function KnownField({ role, id }: { role: Role; id: number }) {
  const words = useWords(fieldWords);
  const query = useField(role, id);
  const farmerId = role === 'farmer' ? undefined : query.data?.farmer.id;
  return (
    <Page
      title={query.data?.name ?? words.title}
      back={<BackLink to={listOf(farmerId)} name={words.title} />}
      narrow
      actions={
        role !== 'farmer' || query.data === undefined || query.data.archived ? undefined : (
          <Button component={Link} to={`/book?field=${id}`}>
            {words.book}
          </Button>
        )
      }
    >
      <QueryBoundary query={query}>{(field) => <Details role={role} field={field} />}</QueryBoundary>
    </Page>
  );
}

const bodyOf = ({ name, boundary, latitude, longitude, cropType, obstacles, notes }: Field): NewField => ({
  name,
  ...(boundary === null ? {} : { boundary }),
  latitude,
  longitude,
  ...(cropType === null ? {} : { cropType }),
  ...(obstacles === null ? {} : { obstacles }),
  ...(notes === null ? {} : { notes }),
});

function Details({ role, field }: { role: Role; field: Field }) {
  const words = useWords(fieldWords);
  const overlaps = useOverlaps(role, field).data?.content ?? [];
  const { id, version, archived, farmer } = field;
  const save = useAction({
    act: (body: NewField) => changeField(role, id, { ...body, archived, version }),
    invalidates: [fieldsKey],
    successMessage: words.saved,
    showsOwnErrors: true,
  });
  const archive = useAction({
    act: (isArchived: boolean) => changeField(role, id, { ...bodyOf(field), archived: isArchived, version }),
    invalidates: [fieldsKey],
    successMessage: ({ archived: isArchived }) => (isArchived ? words.archived : words.restored),
  });
  return (
    <>
      {role === 'farmer' ? null : (
        <Text>
          {words.farmer}:{' '}
          <Anchor component={Link} to={`/customers/${farmer.id}`}>
            {farmer.fullName}
          </Anchor>
        </Text>
      )}
      {archived ? <Text fw={600}>{words.archivedMark}</Text> : null}
      {overlaps.length === 0 ? null : (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.overlaps}>
          {overlaps
            .map(({ name, farmer: of }) => (name === null ? words.otherFarmersField : of === null ? name : `${name} (${of})`))
            .join(', ')}
        </Alert>
      )}
      {archived ? null : <FieldHarvest fieldId={id} isFarmer={role === 'farmer'} />}
      <FieldForm key={version} field={field} isBusy={save.isPending} error={save.error} onSave={(body) => save.mutate(body)} />
      <Group>
        {archived ? (
          <Button variant="default" loading={archive.isPending} onClick={() => archive.mutate(false)}>
            {words.restore}
          </Button>
        ) : (
          <Confirm
            title={words.archiveTitle}
            text={words.archiveText}
            action={words.archive}
            keep={words.keep}
            busy={archive.isPending}
            onConfirm={(close) => archive.mutate(true, { onSuccess: close })}
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                {words.archive}
              </Button>
            )}
          />
        )}
      </Group>
    </>
  );
}
