import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { IconFileInvoice } from '../../icons/file-invoice.ts';
import { useWords } from '../../ui/language.tsx';
import { Loading, QueryBoundary } from '../../ui/states.tsx';
import styles from './office-order.module.css';
import type { Order } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';

interface PartProps {
  order: Order;
  level: 2 | 3;
}

/** The sign-off code, shown only on request: it counts as the farmer's acceptance. */
export function SignOffCode({ order: { id }, level }: PartProps) {
  const words = useWords(officeOrderWords);
  const [shown, setShown] = useState(false);
  const code = useQuery({
    queryKey: [...orderKey(id), 'sign-off-code'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/sign-off-code', { params: { path: { id } }, signal })),
    enabled: shown,
    gcTime: 0,
  });
  return (
    <section>
      <Title order={level} size="h3" mb="xs">
        {words.code}
      </Title>
      <Text mb="sm">{words.codeText}</Text>
      {shown ? (
        <QueryBoundary query={code} loading={<Loading lines={1} />}>
          {(data) => (
            <p className={styles.code} aria-live="polite">
              {data.code.slice(0, 3)} {data.code.slice(3)}
            </p>
          )}
        </QueryBoundary>
      ) : (
        <Button variant="default" onClick={() => setShown(true)}>
          {words.showCode}
        </Button>
      )}
    </section>
  );
}

/** Receipt and invoice of the order. */
export function OrderPapers({ order: { id, paymentStatus, orderStatus }, level }: PartProps) {
  const words = useWords(officeOrderWords);
  const paid = paymentStatus === 'paid';
  if (!paid && orderStatus === 'cancelled') return null;
  const papers = [...(paid ? (['receipt'] as const) : []), ...(orderStatus === 'cancelled' ? [] : (['invoice'] as const))];
  return (
    <section>
      <Title order={level} size="h3" mb="xs">
        {words.papers}
      </Title>
      <Group gap="xs">
        {papers.map((kind) => (
          <Button
            key={kind}
            component="a"
            href={`/api/receptionist/order/${id}/${kind}.pdf`}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconFileInvoice size={20} aria-hidden />}
          >
            {words[kind]}
          </Button>
        ))}
      </Group>
    </section>
  );
}

/** Photos of the rating; renders nothing if there are none. */
export function FeedbackPhotos({ order: { id }, level }: PartProps) {
  const words = useWords(officeOrderWords);
  const { data } = useQuery({
    queryKey: [...orderKey(id), 'photos', 'office'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/feedback/photo', { params: { path: { id } }, signal })),
  });
  if (data === undefined || data.content.length === 0) return null;
  return (
    <section>
      <Title order={level} size="h3" mb="xs">
        {words.photos}
      </Title>
      <div className={styles.photos}>
        {data.content.map(({ id: photoId, width, height }, n) => {
          const address = `/api/receptionist/order/${id}/feedback/photo/${photoId}`;
          return (
            <a key={photoId} href={address} target="_blank" rel="noopener">
              <img src={address} width={width} height={height} alt={words.photo(n + 1)} loading="lazy" />
            </a>
          );
        })}
      </div>
    </section>
  );
}
