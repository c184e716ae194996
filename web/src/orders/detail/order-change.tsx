import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { api, read } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { orderKey, ordersKey } from '../../api/live.ts';
import { IconBan } from '../../icons/ban.ts';
import { IconCalendarTime } from '../../icons/calendar-time.ts';
import { IconPencil } from '../../icons/pencil.ts';
import { useAction } from '../../ui/action.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { editWords } from '../edit/edit-words.ts';
import { farmerOrderWords } from '../farmer-order/farmer-order-words.ts';
import { RescheduleSheet } from '../farmer-order/reschedule.tsx';
import type { FarmerOrder } from '../farmer-queries.ts';
import { cancelling, canReschedule } from '../next-step.ts';
import { OfficeCall } from '../office-call.tsx';
import { Section } from '../section.tsx';

const EditSheet = lazyPart(() => import('../edit/edit-order.tsx'), 'EditSheet');

/** Edit, reschedule and cancel for the farmer; after the time limit only the office can do it. */
export function OrderChange({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const { open: editLabel } = useWords(editWords);
  const { timeZone } = useCompany();
  const [moving, { open, close }] = useDisclosure();
  const [editing, edit] = useDisclosure();
  const isEditable = order.orderStatus === 'pending';
  const now = new Date();
  const can = cancelling(order, timeZone, now);
  const movable = canReschedule(order, timeZone, now);
  if (can === 'never') return null;
  const inTime = can === 'free';
  return (
    <Section title={words.change}>
      <Text>{inTime ? words.cancelText : words.tooLate}</Text>
      {inTime && !movable ? <Text>{words.moveAssigned}</Text> : null}
      <Group>
        {isEditable ? (
          <Button variant="default" leftSection={<IconPencil size={20} aria-hidden />} onClick={edit.open}>
            {editLabel}
          </Button>
        ) : null}
        {movable ? (
          <Button variant="default" leftSection={<IconCalendarTime size={20} aria-hidden />} onClick={open}>
            {words.move}
          </Button>
        ) : null}
        <OfficeCall fallback={order.receptionist?.phoneNumber ?? null} />
        {inTime ? <CancelButton order={order} /> : null}
      </Group>
      {isEditable || editing ? (
        <Suspense>
          <EditSheet id={order.id} side="farmer" opened={editing} close={edit.close} />
        </Suspense>
      ) : null}
      <RescheduleSheet order={order} opened={moving} close={close} onDone={close} />
    </Section>
  );
}

function CancelButton({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const format = useFormat();
  const cancel = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/farmer/order/{id}/cancel', { params: { path: { id: order.id }, header: { 'Idempotency-Key': idempotencyKey } } }),
      ),
    invalidates: [orderKey(order.id), ordersKey],
  });
  const isPaid = order.paymentStatus === 'paid' && order.paymentMethod !== 'cash';
  return (
    <Confirm
      title={words.cancelTitle}
      text={words.cancelAsk(`${format.date(order.date)}, ${format.session(order.session)}`)}
      action={words.cancelAction}
      busy={cancel.isPending}
      onConfirm={(close) => cancel.mutate(undefined, { onSuccess: close })}
      trigger={(open) => (
        <Button variant="subtle" color="clay" leftSection={<IconBan size={20} aria-hidden />} onClick={open}>
          {words.cancel}
        </Button>
      )}
    >
      {isPaid ? <Text>{words.cancelPaid}</Text> : null}
    </Confirm>
  );
}
