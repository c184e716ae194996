import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { isAboutTime, TakenAlert, useTaken } from '../../catalog/taken.tsx';
import { type Slot, WeekTable } from '../../catalog/week-table.tsx';
import { useAction } from '../../ui/action.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './reschedule.module.css';
import { rescheduleWords } from './reschedule-words.ts';

type MovedOrder = Shape<'FarmerOrder'> | Shape<'Order'>;

interface RescheduleProps {
  order: Pick<MovedOrder, 'id' | 'date' | 'session' | 'orderStatus' | 'latitude' | 'longitude'>;
  /** Called after the order has been rescheduled. */
  onDone(order: MovedOrder): void;
  /** The office may move any order that has not begun, also one with a crew. */
  asOffice?: boolean;
}

/** Reschedules an order: choose a time in the week, then confirm. */
export function Reschedule({ order, onDone, asOffice = false }: RescheduleProps) {
  const words = useWords(rescheduleWords);
  const format = useFormat();
  const explain = useProblemWords();
  const [slot, setSlot] = useState<Slot>();
  const { taken, refused, forget } = useTaken();
  const move = useAction<Slot, MovedOrder>({
    act: ({ date, session }, idempotencyKey) => {
      const asked = {
        params: { path: { id: order.id }, header: { 'Idempotency-Key': idempotencyKey } },
        body: { date, session: { id: session.id } },
      };
      return asOffice
        ? read<MovedOrder>(api.POST('/api/receptionist/order/{id}/reschedule', asked))
        : read<MovedOrder>(api.POST('/api/farmer/order/{id}/reschedule', asked));
    },
    invalidates: [ordersKey, orderKey(order.id)],
    successMessage: (moved) => words.moved(format.slot(moved)),
    onSuccess: onDone,
    showsOwnErrors: true,
  });
  const choose = (chosen: Slot) => {
    move.reset();
    forget();
    setSlot(chosen);
  };
  const send = (chosen: Slot) =>
    move.mutate(chosen, {
      onError: (error) => {
        if (!isAboutTime(error)) return;
        setSlot(undefined);
        void refused(chosen, error, order);
      },
    });
  return (
    <Stack>
      <Text>
        {words.now(format.slot(order))} {words.choose}
      </Text>
      {order.orderStatus === 'assigned' ? <Text c="dimmed">{words.crewNote}</Text> : null}
      {taken === undefined ? null : <TakenAlert taken={taken} onTake={choose} />}
      {move.isError && !isAboutTime(move.error) ? (
        <Text role="alert" c="var(--clay-text)">
          {explain(move.error)}
        </Text>
      ) : null}
      <WeekTable chosen={slot} onChoose={choose} present={order} startAt={order.date} place={order} />
      <div className={styles.foot}>
        <Button fullWidth disabled={slot === undefined} loading={move.isPending} onClick={() => slot && send(slot)}>
          {slot === undefined ? words.choose : words.moveTo(format.shortSlot(slot))}
        </Button>
      </div>
    </Stack>
  );
}

interface RescheduleSheetProps extends RescheduleProps {
  opened: boolean;
  close(): void;
}

/** The same in a sheet that closes after success. */
export function RescheduleSheet({ opened, close, onDone, ...rest }: RescheduleSheetProps) {
  const words = useWords(rescheduleWords);
  return (
    <Sheet opened={opened} close={close} title={words.title} wide>
      <Reschedule
        {...rest}
        onDone={(order) => {
          close();
          onDone(order);
        }}
      />
    </Sheet>
  );
}
