import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { rateWords } from '../../feedback/rate-words.ts';
import { IconStar } from '../../icons/star.ts';
import { useWords } from '../../ui/language.tsx';
import { type FarmerOrder, useNextStep, useRating } from '../farmer-queries.ts';
import { Section } from '../section.tsx';
import { farmerOrderWords } from './farmer-order-words.ts';
import styles from './own-rating.module.css';

/** The farmer's rating with photos, or a button to rate. */
export function OwnRating({ order }: { order: FarmerOrder }) {
  const words = useWords(rateWords);
  const { rating } = useWords(farmerOrderWords);
  const step = useNextStep(order);
  const isCompleted = order.orderStatus === 'completed';
  const feedback = useRating(order);
  const photos = useQuery({
    queryKey: [...orderKey(order.id), 'photos'],
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}/feedback/photo', { params: { path: { id: order.id } }, signal })),
    enabled: isCompleted,
  });
  const taken = photos.data?.content ?? [];
  const rated = feedback !== undefined;
  // If rating is the next step, the panel at the top has the button.
  if (!isCompleted || (!rated && step?.action === 'rate')) return null;
  return (
    <Section title={rating}>
      {feedback === undefined ? null : (
        <>
          <Text>{words.rated(feedback.overallRating)}</Text>
          {feedback.text === '' ? null : <Text component="blockquote">{feedback.text}</Text>}
        </>
      )}
      {taken.length === 0 ? null : (
        <ul className={styles.photos}>
          {taken.map(({ id, width, height }, index) => (
            <li key={id}>
              <a href={photoUrl(order.id, id)} target="_blank" rel="noopener">
                <img src={photoUrl(order.id, id)} alt={words.photo(index + 1)} width={width} height={height} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {rated ? null : (
        <Button component={Link} to="?rate" replace variant="light" leftSection={<IconStar size={20} aria-hidden />}>
          {words.rate}
        </Button>
      )}
    </Section>
  );
}

const photoUrl = (orderId: number, photoId: number): string => `/api/farmer/order/${orderId}/feedback/photo/${photoId}`;
