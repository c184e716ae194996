import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { FormOfAddress } from '../accounts/form-of-address.tsx';
import { IconInfoCircle } from '../icons/info-circle.ts';
import { IconPhone } from '../icons/phone.ts';
import { IconPlus } from '../icons/plus.ts';
import { useAdjustedPrices } from '../orders/adjusted-prices.ts';
import { OrderState } from '../orders/order-state.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { telephoneLink } from '../ui/device-links.ts';
import { NotFound } from '../ui/error-page.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { OrderPaymentBadge } from '../ui/state-badge.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { ConfirmPhone } from './confirm-phone.tsx';
import styles from './customer.module.css';
import { CustomerAccess } from './customer-access.tsx';
import { EditCustomer } from './customer-edit.tsx';
import { CustomerFields, CustomerMessages, CustomerNotes } from './customer-lists.tsx';
import { MergeCustomer } from './customer-merge.tsx';
import { type Customer, useCustomer, useCustomerOrders } from './customer-queries.ts';
import { Section } from './customer-section.tsx';
import { customerWords } from './customer-words.ts';

export function CustomerPage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? <KnownCustomer key={id} id={Number(id)} /> : <NotFound />;
}

function KnownCustomer({ id }: { id: number }) {
  const words = useWords(customerWords);
  const query = useCustomer(id);
  const farmer = query.data?.farmer;
  return (
    <Page
      title={farmer?.fullName ?? words.title}
      back={<BackLink to="/customers" name={words.title} />}
      actions={
        farmer === undefined || !farmer.active || farmer.phoneNumber === null ? undefined : (
          <Group gap="xs">
            <Button
              component="a"
              href={telephoneLink(farmer.phoneNumber)}
              variant="default"
              leftSection={<IconPhone size={20} aria-hidden />}
              aria-label={words.call(farmer.fullName, formatPhone(farmer.phoneNumber))}
            >
              {formatPhone(farmer.phoneNumber)}
            </Button>
            {query.data?.phoneConfirmed === true ? (
              <Button
                component={Link}
                to={`/book?${new URLSearchParams({ phone: farmer.phoneNumber })}`}
                leftSection={<IconPlus size={20} aria-hidden />}
              >
                {words.book}
              </Button>
            ) : null}
          </Group>
        )
      }
    >
      <QueryBoundary query={query}>{(customer) => <Record customer={customer} />}</QueryBoundary>
    </Page>
  );
}

function Record({ customer }: { customer: Customer }) {
  const words = useWords(customerWords);
  const { farmer, mergedInto } = customer;
  return (
    <>
      {mergedInto === null ? null : (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {words.mergedInto}{' '}
          <Anchor component={Link} to={`/customers/${mergedInto}`} underline="always">
            {words.toMerged}
          </Anchor>
        </Alert>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Contact customer={customer} />
          <Orders customer={customer} />
          <CustomerFields id={farmer.id} />
        </div>
        <div className={styles.column}>
          <CustomerNotes id={farmer.id} />
          <CustomerMessages id={farmer.id} />
          {farmer.active ? (
            <>
              <CustomerAccess farmer={farmer} />
              <MergeCustomer customer={customer} />
            </>
          ) : null}
        </div>
      </div>
    </>
  );
}

function Contact({ customer }: { customer: Customer }) {
  const words = useWords(customerWords);
  const format = useFormat();
  const { farmer, since, phoneConfirmed } = customer;
  const address = [farmer.street, farmer.city, farmer.province, farmer.postalCode].filter(Boolean).join(', ');
  return (
    <Section title={words.contact} actions={customer.mergedInto === null ? <EditCustomer customer={customer} /> : undefined}>
      <div>
        {farmer.active ? null : <Text fw={600}>{words.inactive}</Text>}
        <Text>{farmer.phoneNumber === null ? words.noContact : formatPhone(farmer.phoneNumber)}</Text>
        <Text>{farmer.email ?? words.noEmail}</Text>
        <Text>{address === '' ? words.noAddress : address}</Text>
        <Text c="dimmed">{words.since(format.date(format.dateOf(since)))}</Text>
      </div>
      {farmer.phoneNumber === null || phoneConfirmed ? null : <ConfirmPhone farmer={farmer} phoneNumber={farmer.phoneNumber} />}
      {customer.mergedInto === null ? <FormOfAddress owner={{ scope: 'farmer', id: farmer.id }} /> : null}
    </Section>
  );
}

function Orders({ customer: { farmer, openOrders, completedOrders, cancelledOrders, owed } }: { customer: Customer }) {
  const words = useWords(customerWords);
  const format = useFormat();
  const orders = useCustomerOrders(farmer.id);
  const priceOf = useAdjustedPrices(orders.data?.content ?? []);
  return (
    <Section
      title={words.orders}
      actions={
        <Button component={Link} to={`/orders?farmer=${farmer.id}`} variant="default">
          {words.allOrders}
        </Button>
      }
    >
      <Text>
        {[words.openOrders(openOrders), words.completedOrders(completedOrders), words.cancelledOrders(cancelledOrders)].join(' · ')}
      </Text>
      {owed === 0 ? (
        <Text>{words.nothingOwed}</Text>
      ) : (
        <Group gap="xs">
          <Text fw={600}>{words.owed(format.money(owed))}</Text>
          <Anchor component={Link} to={`/orders?farmer=${farmer.id}&state=completed&payment=pending&payment=failed`} underline="always">
            {words.unpaid}
          </Anchor>
        </Group>
      )}
      <QueryBoundary query={orders} empty={{ when: ({ content }) => content.length === 0, show: <Text c="dimmed">{words.noOrders}</Text> }}>
        {({ content }) => (
          <ul className={styles.list}>
            {content.map((order) => (
              <li key={order.id} className={styles.item}>
                <Link to={`/orders/${order.id}`}>{format.slot(order)}</Link>
                <span>{order.location}</span>
                <Group gap="xs">
                  <OrderState order={order} />
                  <OrderPaymentBadge order={order} />
                  <span className={styles.quiet}>{format.money(priceOf(order))}</span>
                </Group>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Section>
  );
}
