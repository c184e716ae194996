import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FormOfAddress } from '../../accounts/form-of-address.tsx';
import { api, read, type Shape } from '../../api/client.ts';
import { IconListDetails } from '../../icons/list-details.ts';
import { IconPhoneIncoming } from '../../icons/phone-incoming.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { stateWords } from '../../ui/state-words.ts';
import { QueryBoundary } from '../../ui/states.tsx';
import styles from './book-for-caller.module.css';
import { bookedKey } from './caller-send.ts';
import { callerWords } from './caller-words.ts';

/** Confirmation of the booking, with a button for the next call. */
export function CallerBooked({ id }: { id: number }) {
  const words = useWords(callerWords);
  const query = useQuery({
    queryKey: bookedKey(id),
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}', { params: { path: { id } }, signal })),
  });
  return (
    <Page title={words.booked} narrow>
      <QueryBoundary query={query}>{(order) => <ReadOut order={order} />}</QueryBoundary>
      <Group>
        <Button
          component={Link}
          to="/book"
          ref={(link: HTMLAnchorElement | null) => link?.focus()}
          leftSection={<IconPhoneIncoming size={20} aria-hidden />}
        >
          {words.nextCaller}
        </Button>
        <Button component={Link} to={`/orders/${id}`} variant="default" leftSection={<IconListDetails size={20} aria-hidden />}>
          {words.seeOrder}
        </Button>
      </Group>
    </Page>
  );
}

function ReadOut({ order }: { order: Shape<'Order'> }) {
  const words = useWords(callerWords);
  const crops = useWords(stateWords).crop;
  const format = useFormat();
  const { farmer, location, cropType, area, cost, paymentMethod, id } = order;
  const price = format.money(cost);
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {words.readOut}
      </Title>
      <blockquote className={styles.readOut} role="status">
        <p>{words.says(farmer.fullName, format.slot(order))}</p>
        <p>{words.saysWhere(location, `${crops[cropType.name] ?? cropType.name}, ${format.area(area)}`)}</p>
        <p>{paymentMethod === 'cash' ? words.saysCash(price) : words.saysCard(price)}</p>
        <p>{words.saysNext}</p>
      </blockquote>
      <Text c="dimmed">
        {words.orderNumber(id)}
        {farmer.phoneNumber === null ? '' : `, ${formatPhone(farmer.phoneNumber)}`}
      </Text>
      <FormOfAddress owner={{ scope: 'farmer', id: farmer.id }} />
    </Stack>
  );
}
