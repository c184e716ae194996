import { Text, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey } from '../api/live.ts';
import { IconStar } from '../icons/star.ts';
import { IconStarFilled } from '../icons/star-filled.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from './all-feedback.module.css';
import { allFeedbackWords } from './all-feedback-words.ts';
import { rateWords } from './rate-words.ts';

type Feedback = Shape<'Feedback'>;

/** Rating of one order by its farmer. */
export function FeedbackCard({ feedback }: { feedback: Feedback }) {
  const words = useWords(allFeedbackWords);
  const names = useWords(rateWords);
  const format = useFormat();
  const { order, overallRating, attentiveRating, friendlyRating, professionalRating, text } = feedback;
  const details = [
    { name: names.attentive, stars: attentiveRating },
    { name: names.friendly, stars: friendlyRating },
    { name: names.professional, stars: professionalRating },
  ];
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Title order={2} size="h3">
          {order.farmer.fullName}
        </Title>
        <ShownStars stars={overallRating} size={24} />
      </div>
      {text === '' ? <Text c="dimmed">{words.noWords}</Text> : <blockquote className={styles.words}>{text}</blockquote>}
      <Photos orderId={order.id} farmer={order.farmer.fullName} />
      <dl className={styles.details}>
        {details.map(({ name, stars }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <ShownStars stars={stars} size={18} />
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <Link to={`/orders/${order.id}`} className={styles.link}>
          {words.order(order.id, format.slot(order))}
        </Link>
        <Text c="dimmed">{order.location}</Text>
        <Crew orderId={order.id} />
      </div>
    </li>
  );
}

function ShownStars({ stars, size }: { stars: number; size: number }) {
  const words = useWords(allFeedbackWords);
  return (
    <span className={styles.stars} role="img" aria-label={words.outOfFive(stars)}>
      {[1, 2, 3, 4, 5].map((count) =>
        count <= stars ? (
          <IconStarFilled key={count} size={size} aria-hidden />
        ) : (
          <IconStar key={count} size={size} stroke={1.5} aria-hidden />
        ),
      )}
    </span>
  );
}

/** Fetched when the card is visible, so that a page of ratings does not send twenty more requests. */
function Photos({ orderId, farmer }: { orderId: number; farmer: string }) {
  const words = useWords(allFeedbackWords);
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const { data } = useQuery({
    queryKey: [...orderKey(orderId), 'feedback-photos'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/feedback/photo', { params: { path: { id: orderId } }, signal })),
    enabled: entry?.isIntersecting === true,
    staleTime: 10 * 60_000,
  });
  const urlOf = (photoId: number) => `/api/receptionist/order/${orderId}/feedback/photo/${photoId}`;
  return (
    <div ref={ref}>
      {data === undefined || data.content.length === 0 ? null : (
        <ul className={styles.photos} aria-label={words.photos}>
          {data.content.map(({ id, width, height }, index) => (
            <li key={id}>
              <a href={urlOf(id)} target="_blank" rel="noopener">
                <img src={urlOf(id)} alt={words.photoOf(index + 1, farmer)} width={width} height={height} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Fetched when the card is visible, like the photos. The line keeps its height until then. */
function Crew({ orderId }: { orderId: number }) {
  const words = useWords(allFeedbackWords);
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const { data } = useQuery({
    queryKey: [...orderKey(orderId), 'feedback-crew'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/sprayers', { params: { path: { id: orderId } }, signal })),
    enabled: entry?.isIntersecting === true,
    staleTime: 10 * 60_000,
  });
  return (
    <Text ref={ref} mih="1.55em">
      {data === undefined
        ? ''
        : data.content.length === 0
          ? words.noCrew
          : words.crew(data.content.map(({ fullName }) => fullName).join(', '))}
    </Text>
  );
}
