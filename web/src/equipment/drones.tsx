import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { auditKey } from '../admin/admin-keys.ts';
import { SwitchButton } from '../admin/switch-button.tsx';
import { api, read } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFieldWords } from '../ui/field-errors.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import rows from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { uiWords } from '../ui/words.ts';
import { EquipmentList } from './equipment-list.tsx';
import { type Drone, dronesQuery, equipmentKey } from './equipment-queries.ts';
import { equipmentWords } from './equipment-words.ts';
import { Validity } from './validity.tsx';

/** Drones of the company. */
export function Drones() {
  const words = useWords(equipmentWords);
  return (
    <EquipmentList
      query={useQuery(dronesQuery('receptionist'))}
      words={{ title: words.drones, add: words.addDrone, change: words.changeDrone, none: words.noDrones }}
      exports={<ListExport list="/api/receptionist/drone" />}
      row={(drone, edit) => <DroneRow key={drone.id} drone={drone} edit={edit} />}
      form={(drone, close) => <DroneForm drone={drone} close={close} />}
    />
  );
}

function DroneRow({ drone, edit }: { drone: Drone; edit(): void }) {
  const words = useWords(equipmentWords);
  const format = useFormat();
  const { id, ...body } = drone;
  const name = `${drone.model} (${drone.registration})`;
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        <span className={rows.name}>{name}</span>
        <span className={rows.note}>
          {`${drone.serial} · ${words.facts(format.number(drone.tankLitres), format.number(drone.swathMetres))}`}
        </span>
      </span>
      {drone.active ? <Validity until={drone.validUntil} /> : <OnOff on={false} words={{ on: words.inUse, off: words.notInUse }} />}
      <span className={rows.tools}>
        <Button variant="default" aria-label={`${words.edit}: ${name}`} onClick={edit}>
          {words.edit}
        </Button>
        <SwitchButton
          active={drone.active}
          name={name}
          offTitle={words.offTitle(name)}
          offText={words.offText}
          done={{ on: words.turnedOn, off: words.turnedOff }}
          changes={[equipmentKey]}
          act={(active) => read(api.PUT('/api/admin/drone/{id}', { params: { path: { id } }, body: { ...body, active } }))}
        />
      </span>
    </li>
  );
}

function DroneForm({ drone, close }: { drone: Drone | undefined; close(): void }) {
  const words = useWords(equipmentWords);
  const { required, save } = useWords(uiWords);
  const fieldWords = useFieldWords();
  const needed = (text: string) => (text.trim() === '' ? required : null);
  const positive = (value: number | string) => (Number(value) >= 0.1 ? null : words.numberNeeded);
  const form = useForm<Record<'model' | 'serial' | 'registration' | 'validUntil', string> & Record<'tank' | 'swath', number | string>>({
    initialValues: {
      model: drone?.model ?? '',
      serial: drone?.serial ?? '',
      registration: drone?.registration ?? '',
      validUntil: drone?.validUntil ?? '',
      tank: drone?.tankLitres ?? '',
      swath: drone?.swathMetres ?? '',
    },
    validate: { model: needed, serial: needed, registration: needed, validUntil: needed, tank: positive, swath: positive },
  });
  const saving = useAction({
    act: ({ tank, swath, ...texts }: typeof form.values, idempotencyKey) => {
      const body = { ...texts, tankLitres: Number(tank), swathMetres: Number(swath), active: drone?.active ?? true };
      return drone === undefined
        ? read(api.POST('/api/admin/drone', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body }))
        : read(api.PUT('/api/admin/drone/{id}', { params: { path: { id: drone.id } }, body }));
    },
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
        <TextInput label={words.model} required maxLength={100} {...form.getInputProps('model')} />
        <TextInput label={words.serial} required maxLength={100} {...form.getInputProps('serial')} />
        <TextInput label={words.registration} required maxLength={60} {...form.getInputProps('registration')} />
        <TextInput type="date" label={words.validUntil} required {...form.getInputProps('validUntil')} />
        <SimpleGrid cols={2}>
          <DecimalInput label={words.tank} required min={0} max={10_000} decimalScale={1} {...form.getInputProps('tank')} />
          <DecimalInput label={words.swath} required min={0} max={100} decimalScale={1} {...form.getInputProps('swath')} />
        </SimpleGrid>
        <Button type="submit" loading={saving.isPending}>
          {drone === undefined ? words.addDrone : save}
        </Button>
      </Stack>
    </form>
  );
}
