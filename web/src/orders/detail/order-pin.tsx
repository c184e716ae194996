import { Button, Group, MultiSelect, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { sprayerPlanningQuery } from '../../dispatch/crew-rule-queries.ts';
import { IconPin } from '../../icons/pin.ts';
import { useAction } from '../../ui/action.ts';
import { useWords } from '../../ui/language.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { stateWords } from '../../ui/state-words.ts';
import type { Order } from './office-order-data.ts';
import { pinWords } from './pin-words.ts';

const pinnable: readonly Order['orderStatus'][] = ['pending', 'confirmed', 'assigned'];

/** The pinned crew of an order, and a form to set or remove it while the work has not begun. */
export function OrderPin({ order }: { order: Order }) {
  const words = useWords(pinWords);
  const { id } = order;
  const [editing, setEditing] = useState(false);
  const { data } = useQuery({
    queryKey: [...orderKey(id), 'pin'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/pin', { params: { path: { id } }, signal })),
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/receptionist/order/{id}/pin', { params: { path: { id } } })),
    invalidates: [orderKey(id)],
    successMessage: words.removed,
  });
  const canPin = pinnable.includes(order.orderStatus);
  const pin = data?.pin ?? null;
  if (data === undefined || (pin === null && !canPin)) return null;
  const names = pin?.sprayers.map(({ fullName }) => fullName).join(words.and) ?? '';
  const isBroken = pin !== null && !pin.isMet && order.orderStatus === 'assigned';
  return (
    <Stack gap="xs" mt="sm">
      {pin === null ? null : (
        <div>
          <Text>
            <IconPin size={20} aria-hidden style={{ verticalAlign: 'text-bottom', marginRight: 6 }} />
            {pin.kind === 'crew' ? words.pinnedCrew(names) : words.pinnedPerson(names)}
          </Text>
          <Text size="sm" c="dimmed">
            {words.by(pin.by)}
          </Text>
          {isBroken ? <Text>{words.notMet}</Text> : null}
          {pin.sprayers.some(({ active }) => !active) ? <Text>{words.notActive}</Text> : null}
        </div>
      )}
      {canPin ? (
        <Group gap="xs">
          <Button variant="default" leftSection={<IconPin size={20} aria-hidden />} onClick={() => setEditing(true)}>
            {pin === null ? words.set : words.change}
          </Button>
          {pin === null ? null : (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {words.remove}
            </Button>
          )}
        </Group>
      ) : null}
      <Sheet opened={editing} close={() => setEditing(false)} title={words.title}>
        {editing ? <PinForm orderId={id} pin={pin} close={() => setEditing(false)} /> : null}
      </Sheet>
    </Stack>
  );
}

type PinBody = Shape<'NewOrderPin'>;

function PinForm({ orderId, pin, close }: { orderId: number; pin: Shape<'OrderPin'>['pin']; close(): void }) {
  const words = useWords(pinWords);
  const states = useWords(stateWords);
  const { data: sprayers = [] } = useQuery(sprayerPlanningQuery);
  const [kind, setKind] = useState<PinBody['kind']>(pin?.kind ?? 'person');
  const [ids, setIds] = useState<string[]>(pin?.sprayers.map(({ id }) => String(id)) ?? []);
  const save = useAction({
    act: (body: PinBody, idempotencyKey) =>
      read(
        api.PUT('/api/receptionist/order/{id}/pin', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    invalidates: [orderKey(orderId)],
    successMessage: words.saved,
    onSuccess: close,
  });
  const choices = sprayers.map(({ sprayer }) => ({
    value: String(sprayer.id),
    label: `${sprayer.fullName} · ${states.expertise[sprayer.expertise]}`,
  }));
  const chosen = kind === 'person' ? ids.slice(0, 1) : ids;
  return (
    <Stack>
      <Text c="dimmed">{words.text}</Text>
      <Segments
        fullWidth
        aria-label={words.kind}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'person', label: words.kinds.person },
          { value: 'crew', label: words.kinds.crew },
        ]}
      />
      {kind === 'person' ? (
        <NativeSelect
          size="md"
          label={words.person}
          data={[{ value: '', label: '–' }, ...choices]}
          value={chosen[0] ?? ''}
          onChange={({ currentTarget }) => setIds(currentTarget.value === '' ? [] : [currentTarget.value])}
        />
      ) : (
        <MultiSelect label={words.crew} searchable maxValues={2} data={choices} value={chosen} onChange={setIds} />
      )}
      <Button disabled={chosen.length === 0} loading={save.isPending} onClick={() => save.mutate({ kind, sprayerIds: chosen.map(Number) })}>
        {words.save}
      </Button>
    </Stack>
  );
}
