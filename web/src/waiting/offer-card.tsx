import { Button, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import styles from './waiting.module.css';
import type { MyEntry } from './waiting-queries.ts';
import { waitingWords } from './waiting-words.ts';

const minuteMs = 60_000;

/** An open offer with its answers. */
export function OfferCard({ entry, offer }: { entry: MyEntry; offer: NonNullable<MyEntry['offer']> }) {
  const words = useWords(waitingWords);
  const crops = useWords(stateWords).crop;
  const format = useFormat();
  const navigate = useNavigate();
  const { id } = offer;
  const accept = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(api.POST('/api/farmer/waiting-offer/{id}/accept', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: [ordersKey],
    successMessage: words.accepted,
    onSuccess: (order) => void navigate(`/orders/${order.id}`),
  });
  const decline = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(api.POST('/api/farmer/waiting-offer/{id}/decline', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: [ordersKey],
    successMessage: words.declined,
  });
  const minutes = Math.floor((Date.parse(offer.expiresAt) - Date.now()) / minuteMs);
  const isBusy = accept.isPending || decline.isPending;
  return (
    <section className={styles.entry} data-offer aria-label={words.offerTitle}>
      <div className={styles.offer}>
        <Title order={2} size="h3">
          {words.offerTitle}
        </Title>
        <span className={styles.when}>{format.slot(offer)}</span>
        <span>
          {entry.location} · {crops[entry.cropType.name] ?? entry.cropType.name} · {format.area(entry.area)} · {format.money(entry.cost)}
        </span>
        <Text fw={600}>
          {words.heldUntil(format.moment(offer.expiresAt))}
          {minutes > 0 ? ` (${words.minutesLeft(minutes)})` : ''}
        </Text>
      </div>
      <div className={`${styles.acts} ${styles.big}`}>
        <Button size="lg" loading={accept.isPending} disabled={isBusy} onClick={() => accept.mutate(undefined)}>
          {words.accept}
        </Button>
        <Button size="lg" variant="default" loading={decline.isPending} disabled={isBusy} onClick={() => decline.mutate(undefined)}>
          {words.decline}
        </Button>
      </div>
    </section>
  );
}
