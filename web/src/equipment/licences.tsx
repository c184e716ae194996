import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { auditKey } from '../admin/admin-keys.ts';
import { api, read } from '../api/client.ts';
import { sprayerPlanningQuery } from '../dispatch/crew-rule-queries.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFieldWords } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import rows from '../ui/list-rows.module.css';
import { uiWords } from '../ui/words.ts';
import { EquipmentList } from './equipment-list.tsx';
import { equipmentKey, type Licence, licencesQuery } from './equipment-queries.ts';
import { equipmentWords } from './equipment-words.ts';
import { Validity } from './validity.tsx';

/** Licences of all sprayers. */
export function Licences() {
  const words = useWords(equipmentWords);
  return (
    <EquipmentList
      query={useQuery(licencesQuery)}
      words={{ title: words.licences, add: words.addLicence, change: words.changeLicence, none: words.noLicences }}
      exports={<ListExport list="/api/receptionist/licence" />}
      row={(licence, edit) => <LicenceRow key={licence.id} licence={licence} edit={edit} />}
      form={(licence, close) => <LicenceForm licence={licence} close={close} />}
    />
  );
}

function LicenceRow({ licence, edit }: { licence: Licence; edit(): void }) {
  const words = useWords(equipmentWords);
  const { id, sprayer, number, class: category, issuer, validUntil } = licence;
  const retire = useAction({
    act: () => read(api.DELETE('/api/admin/licence/{id}', { params: { path: { id } } })),
    invalidates: [equipmentKey, auditKey],
    successMessage: words.retired,
  });
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        <span className={rows.name}>{sprayer.fullName}</span>
        <span className={rows.note}>{`${number} · ${category} · ${issuer}`}</span>
      </span>
      <Validity until={validUntil} />
      <span className={rows.tools}>
        <Button variant="default" aria-label={`${words.edit}: ${number}`} onClick={edit}>
          {words.edit}
        </Button>
        <Confirm
          title={words.retireTitle(number)}
          text={words.retireText}
          action={words.retire}
          busy={retire.isPending}
          onConfirm={(close) => retire.mutate(undefined, { onSettled: close })}
          trigger={(open) => (
            <Button variant="default" aria-label={`${words.retire}: ${number}`} onClick={open}>
              {words.retire}
            </Button>
          )}
        />
      </span>
    </li>
  );
}

function LicenceForm({ licence, close }: { licence: Licence | undefined; close(): void }) {
  const words = useWords(equipmentWords);
  const { required, save } = useWords(uiWords);
  const fieldWords = useFieldWords();
  const { data: sprayers = [] } = useQuery(sprayerPlanningQuery);
  const needed = (text: string) => (text.trim() === '' ? required : null);
  const form = useForm({
    initialValues: {
      sprayerId: licence === undefined ? '' : String(licence.sprayer.id),
      number: licence?.number ?? '',
      class: licence?.class ?? '',
      issuer: licence?.issuer ?? '',
      validUntil: licence?.validUntil ?? '',
    },
    validate: { sprayerId: needed, number: needed, class: needed, issuer: needed, validUntil: needed },
  });
  const saving = useAction({
    act: ({ sprayerId, ...body }: typeof form.values, idempotencyKey) =>
      licence === undefined
        ? read(
            api.POST('/api/admin/licence', {
              params: { header: { 'Idempotency-Key': idempotencyKey } },
              body: { sprayerId: Number(sprayerId), ...body },
            }),
          )
        : read(api.PUT('/api/admin/licence/{id}', { params: { path: { id: licence.id } }, body })),
    invalidates: [equipmentKey, auditKey],
    successMessage: words.saved,
    onSuccess: close,
    onError: (error) => {
      for (const [path, text] of fieldWords(error)) form.setFieldError(path, text);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {licence === undefined ? (
          <NativeSelect
            size="md"
            label={words.sprayer}
            required
            data={[
              { value: '', label: words.chooseSprayer },
              ...sprayers.map(({ sprayer }) => ({ value: String(sprayer.id), label: sprayer.fullName })),
            ]}
            {...form.getInputProps('sprayerId')}
          />
        ) : (
          <Text>{licence.sprayer.fullName}</Text>
        )}
        <TextInput label={words.number} required maxLength={60} {...form.getInputProps('number')} />
        <TextInput label={words.class} required maxLength={60} {...form.getInputProps('class')} />
        <TextInput label={words.issuer} required maxLength={200} {...form.getInputProps('issuer')} />
        <TextInput type="date" label={words.validUntil} required {...form.getInputProps('validUntil')} />
        <Button type="submit" loading={saving.isPending}>
          {licence === undefined ? words.addLicence : save}
        </Button>
      </Stack>
    </form>
  );
}
