import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, read, type Shape } from '../../api/client.ts';
import { useCompany } from '../../api/company.tsx';
import { orderKey } from '../../api/live.ts';
import { IconCalendarPlus } from '../../icons/calendar-plus.ts';
import { IconCreditCard } from '../../icons/credit-card.ts';
import { IconListDetails } from '../../icons/list-details.ts';
import { IconPlus } from '../../icons/plus.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryBoundary } from '../../ui/states.tsx';
import { canPayByCard } from '../next-step.ts';
import { OfficeCall } from '../office-call.tsx';
import styles from './booking.module.css';
import { bookingWords } from './booking-words.ts';
import { calendarFile, saveFile } from './calendar-file.ts';

/** Confirmation of the booking with the next steps. */
export function BookingDone({ id }: { id: number }) {
  const query = useQuery({
    queryKey: [...orderKey(id), 'booked'],
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}', { params: { path: { id } }, signal })),
  });
  return <QueryBoundary query={query}>{(order) => <Booked order={order} />}</QueryBoundary>;
}

function Booked({ order }: { order: Shape<'FarmerOrder'> }) {
  const words = useWords(bookingWords);
  const format = useFormat();
  const { name, timeZone } = useCompany();
  const when = format.slot(order);
  const { cardProvider } = useCompany();
  const price = format.money(order.cost);
  const paysByCard = canPayByCard(order, cardProvider !== null);
  return (
    <Page title={words.bookedFor(when)} narrow>
      <Stack gap="sm">
        <Text fw={600}>{order.location}</Text>
        <Title order={2}>{words.comesNext}</Title>
        <ol className={styles.steps}>
          <li>{words.nextCrew}</li>
          <li>{words.nextSpray(when)}</li>
          <li>{order.paymentMethod === 'cash' ? words.nextCash(price) : words.nextCard(price)}</li>
        </ol>
      </Stack>
      <Group>
        {paysByCard ? (
          <Button component={Link} to={`/orders/${order.id}?pay`} leftSection={<IconCreditCard size={20} aria-hidden />}>
            {words.payNow}
          </Button>
        ) : null}
        <Button
          component={Link}
          to={`/orders/${order.id}`}
          variant={paysByCard ? 'default' : 'filled'}
          leftSection={<IconListDetails size={20} aria-hidden />}
        >
          {words.seeOrder}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={20} aria-hidden />}
          onClick={() =>
            saveFile(`spray-${order.date}.ics`, 'text/calendar', calendarFile(order, words.eventTitle(name), timeZone, location.origin))
          }
        >
          {words.toCalendar}
        </Button>
        <Button component={Link} to="/book" variant="default" leftSection={<IconPlus size={20} aria-hidden />}>
          {words.another}
        </Button>
        <OfficeCall fallback={order.receptionist?.phoneNumber ?? null} />
      </Group>
    </Page>
  );
}
