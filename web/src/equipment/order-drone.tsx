import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { orderKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { dronesQuery, orderDroneQuery, type Side } from './equipment-queries.ts';
import { equipmentWords } from './equipment-words.ts';

/** The drone of an order; chosen until the work is reported. */
export function OrderDrone({ id, side, isClosed }: { id: number; side: Side; isClosed: boolean }) {
  const words = useWords(equipmentWords);
  const { data } = useQuery(orderDroneQuery(side, id));
  const { data: drones = [] } = useQuery(dronesQuery(side));
  const choose = useAction({
    act: (droneId: number | undefined, idempotencyKey) => {
      const options = {
        params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
        body: { droneId: droneId ?? null },
      };
      return side === 'sprayer'
        ? read(api.PUT('/api/sprayer/order/{id}/drone', options))
        : read(api.PUT('/api/receptionist/order/{id}/drone', options));
    },
    invalidates: [orderKey(id)],
    successMessage: words.droneSaved,
  });
  if (data === undefined) return null;
  const chosen = data.drone;
  const choices = drones.filter(({ id: droneId, active }) => active || droneId === chosen?.id);
  if (choices.length === 0 && chosen === null) return null;
  if (isClosed) return chosen === null ? null : <span>{`${words.drone}: ${chosen.model} (${chosen.registration})`}</span>;
  return (
    <NativeSelect
      size="md"
      maw={420}
      label={words.drone}
      disabled={choose.isPending}
      value={chosen === null ? '' : String(chosen.id)}
      data={[
        { value: '', label: words.noDrone },
        ...(chosen !== null && choices.length === 0 ? [{ value: String(chosen.id), label: chosen.model }] : []),
        ...choices.map(({ id: droneId, model, registration }) => ({ value: String(droneId), label: `${model} (${registration})` })),
      ]}
      onChange={({ currentTarget }) => choose.mutate(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    />
  );
}
