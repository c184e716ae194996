import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { ifMatch } from '../../api/versions.ts';
import { AreaInput } from '../../catalog/area-input.tsx';
import { isArea } from '../../catalog/area-rules.ts';
import { CropChoice } from '../../catalog/crop-choice.tsx';
import { bookableFieldsQuery, type Field } from '../../fields/field-queries.ts';
import { useAction } from '../../ui/action.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { QueryBoundary } from '../../ui/states.tsx';
import { PlacePicker } from '../booking/place-picker.tsx';
import { type EditedOrder, editedQuery, type Side, useEditQuote } from './edit-queries.ts';
import { editWords } from './edit-words.ts';

interface EditSheetProps {
  id: number;
  side: Side;
  opened: boolean;
  close(): void;
}

/** Form for area, crop, place and note of an order, with the resulting price. */
export function EditSheet({ id, side, opened, close }: EditSheetProps) {
  const words = useWords(editWords);
  return (
    <Sheet opened={opened} close={close} title={words.title}>
      {opened ? <Loaded id={id} side={side} close={close} /> : null}
    </Sheet>
  );
}

function Loaded({ id, side, close }: Omit<EditSheetProps, 'opened'>) {
  const edited = useQuery(editedQuery(side, id));
  return <QueryBoundary query={edited}>{(data) => <EditForm {...data} side={side} close={close} />}</QueryBoundary>;
}

interface EditFormProps {
  order: EditedOrder;
  tag: string | null;
  note: string | null;
  fieldId: number | null;
  side: Side;
  close(): void;
}

type Edit = Shape<'OrderEdit'>;

function EditForm(props: EditFormProps) {
  // If another user changes the order meanwhile, the version check rejects the request, so the form keeps its initial values.
  const [{ order, tag, note, fieldId: fieldBefore }] = useState(props);
  const { side, close } = props;
  const words = useWords(editWords);
  const format = useFormat();
  const explain = useProblemWords();
  const queries = useQueryClient();
  const [cropId, setCropId] = useState(order.cropType.id);
  const [area, setArea] = useState<number | undefined>(order.area);
  const [location, setLocation] = useState(order.location);
  const [position, setPosition] = useState({ latitude: order.latitude, longitude: order.longitude });
  const [fieldId, setFieldId] = useState(fieldBefore);
  const [text, setText] = useState(note ?? '');
  const [tried, setTried] = useState(false);
  const { data: quote } = useEditQuote(side, order.id, cropId, area);
  const isPaid = order.paymentStatus === 'paid';
  const chooseField = (field: Field | undefined) => {
    setFieldId(field?.id ?? null);
    if (field === undefined) return;
    setLocation(field.name);
    setPosition({ latitude: field.latitude, longitude: field.longitude });
    if (!isPaid && field.area !== null) setArea(Math.max(1, field.area));
  };
  const save = useAction<Edit, EditedOrder>({
    act: (body, idempotencyKey) => {
      const request = { params: { path: { id: order.id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } }, body };
      return side === 'farmer'
        ? read<EditedOrder>(api.POST('/api/farmer/order/{id}/edit', request))
        : read<EditedOrder>(api.POST('/api/receptionist/order/{id}/edit', request));
    },
    invalidates: [ordersKey, orderKey(order.id)],
    successMessage: words.saved,
    onSuccess: close,
    onError: (error) => {
      if (error instanceof Problem && error.status === 409) void queries.invalidateQueries({ queryKey: orderKey(order.id) });
    },
    showsOwnErrors: true,
  });
  const placeChange = (): Edit => ({
    ...(location.trim() === order.location ? {} : { location: location.trim() }),
    ...(position.latitude === order.latitude && position.longitude === order.longitude ? {} : position),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isArea(area) || location.trim() === '') return;
    save.mutate({
      ...(area === order.area ? {} : { area }),
      ...(cropId === order.cropType.id ? {} : { cropType: { id: cropId } }),
      ...(fieldId === null ? placeChange() : fieldId === fieldBefore ? {} : { fieldId }),
      ...(text.trim() === (note ?? '') ? {} : { note: text.trim() }),
    });
  };
  const cost = quote?.cost ?? order.cost;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {isPaid ? (
          <Text>{words.paidRule}</Text>
        ) : (
          <>
            <CropChoice value={cropId} onChange={setCropId} />
            <AreaInput value={area} onChange={setArea} error={tried && area === undefined ? words.areaNeeded : undefined} />
          </>
        )}
        <FieldChoice side={side} farmerId={'farmer' in order ? order.farmer.id : undefined} value={fieldId} onChange={chooseField} />
        {fieldId === null ? (
          <>
            <TextInput
              label={words.place}
              maxLength={500}
              value={location}
              error={tried && location.trim() === '' ? words.placeNeeded : undefined}
              onChange={({ currentTarget }) => setLocation(currentTarget.value)}
            />
            <ChangePosition position={position} label={location} onChange={setPosition} />
          </>
        ) : null}
        <Textarea
          label={words.note}
          description={words.noteHint}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={6}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {isPaid ? null : (
          <div aria-live="polite">
            <Text fw={600} size="lg">
              {words.price}: {format.money(cost)}
            </Text>
            <Text c="dimmed">
              {cost === order.cost ? words.priceRule : `${words.wasPrice(format.money(order.cost))} ${words.priceRule}`}
            </Text>
          </div>
        )}
        {save.isError ? (
          <Text role="alert" c="var(--clay-text)">
            {explain(save.error)}
          </Text>
        ) : null}
        <Button type="submit" loading={save.isPending}>
          {cost === order.cost || isPaid ? words.save : words.saveFor(format.money(cost))}
        </Button>
      </Stack>
    </form>
  );
}

interface FieldChoiceProps {
  side: Side;
  /** The office changes an order of this farmer. */
  farmerId: number | undefined;
  value: number | null;
  onChange(field: Field | undefined): void;
}

/** The fields of the farmer; nothing without any. */
function FieldChoice({ side, farmerId, value, onChange }: FieldChoiceProps) {
  const words = useWords(editWords);
  const fields = useQuery(bookableFieldsQuery(side, farmerId)).data?.content ?? [];
  if (fields.length === 0) return null;
  // The field of the order may be archived.
  const isKnown = value === null || fields.some(({ id }) => id === value);
  return (
    <NativeSelect
      size="md"
      label={words.field}
      description={words.fieldHint}
      value={value !== null && isKnown ? String(value) : ''}
      onChange={({ currentTarget }) => onChange(fields.find(({ id }) => String(id) === currentTarget.value))}
      data={[{ value: '', label: words.otherPlace }, ...fields.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  );
}

interface ChangePositionProps {
  position: { latitude: number; longitude: number };
  label: string;
  onChange(position: { latitude: number; longitude: number }): void;
}

/** The map is loaded on demand. */
function ChangePosition(props: ChangePositionProps) {
  const words = useWords(editWords);
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <PlacePicker {...props} />
  ) : (
    <Button variant="default" onClick={() => setShown(true)}>
      {words.changePosition}
    </Button>
  );
}
