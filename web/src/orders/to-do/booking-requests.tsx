import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { IconPhone } from '../../icons/phone.ts';
import { IconPhoneCall } from '../../icons/phone-call.ts';
import { useAction } from '../../ui/action.ts';
import { telephoneLink } from '../../ui/device-links.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { stateWords } from '../../ui/state-words.ts';
import { bookingCheckWords } from '../booking/booking-check-words.ts';
import styles from './inbox.module.css';
import { inboxWords } from './inbox-words.ts';

const requestsKey = [...ordersKey, 'requests'] as const;

/** Open booking requests of farmers. */
export function useBookingRequests() {
  return useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/booking-request', { params: { query: { pageable: { page: 0, size: 200 } } }, signal })),
    refetchInterval: 60_000,
  });
}

/** Bookings that could not be made online; nothing without any. */
export function BookingRequests() {
  const words = useWords(bookingCheckWords);
  const { data } = useBookingRequests();
  if (data === undefined || data.content.length === 0) return null;
  return (
    <section id="requests" className={styles.reason} aria-label={words.requests}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconPhoneCall size={26} aria-hidden className={styles.icon ?? ''} />
        <div>
          <Title order={2} size="h3">
            {words.requests} ({data.page.totalElements})
          </Title>
          <Text c="dimmed">{words.requestsText}</Text>
        </div>
      </Group>
      <div>
        <ListExport list="/api/receptionist/booking-request" />
      </div>
      <ul className={styles.items}>
        {data.content.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Request({ request }: { request: Shape<'BookingRequest'> }) {
  const words = useWords(bookingCheckWords);
  const { callName, since } = useWords(inboxWords);
  const crops = useWords(stateWords).crop;
  const format = useFormat();
  const { id, farmer, date, session, location, cropType, area, timestamp } = request;
  const close = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/booking-request/{id}/close', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
        }),
      ),
    invalidates: [requestsKey],
    successMessage: words.closed,
  });
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <strong>{farmer.fullName}</strong>
        <span>
          {format.date(date)}, {format.session(session)} · {location}
        </span>
        <span className={styles.quiet}>
          {crops[cropType.name] ?? cropType.name} · {format.area(area)} · {since(format.moment(timestamp))}
        </span>
      </div>
      <div className={styles.acts}>
        {farmer.phoneNumber === null ? null : (
          <>
            <Button
              component="a"
              href={telephoneLink(farmer.phoneNumber)}
              variant="default"
              leftSection={<IconPhone size={20} aria-hidden />}
              aria-label={callName(farmer.fullName, formatPhone(farmer.phoneNumber))}
            >
              {formatPhone(farmer.phoneNumber)}
            </Button>
            <Button
              component={Link}
              to={`/book?phone=${encodeURIComponent(farmer.phoneNumber)}&date=${date}&session=${session.id}`}
              variant="default"
            >
              {words.book}
            </Button>
          </>
        )}
        <Button loading={close.isPending} onClick={() => close.mutate(undefined)} aria-label={words.closeName(farmer.fullName)}>
          {words.close}
        </Button>
      </div>
    </li>
  );
}
