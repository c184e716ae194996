import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../api/client.ts';
import { readVersioned } from '../../api/versions.ts';
import { IconCalendarShare } from '../../icons/calendar-share.ts';
import { IconCircleCheck } from '../../icons/circle-check.ts';
import { IconPhone } from '../../icons/phone.ts';
import { ChangeMethod } from '../../payments/change-method.tsx';
import { DecideTransfer } from '../../payments/decide-transfer.tsx';
import { IncompleteRecords } from '../../spray-records/incomplete-records.tsx';
import { telephoneLink } from '../../ui/device-links.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { ListExport } from '../../ui/list-export.tsx';
import { Page } from '../../ui/page.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { stateWords } from '../../ui/state-words.ts';
import { EmptyState, QueryBoundary } from '../../ui/states.tsx';
import { useAdjustedPrices } from '../adjusted-prices.ts';
import { movingAddress, useChosenOrder } from '../detail/chosen-order.ts';
import { useOfficeAction } from '../detail/office-order-data.ts';
import { SidePanel } from '../detail/side-panel.tsx';
import { OrderArea } from '../order-area.tsx';
import { OrderState } from '../order-state.tsx';
import { type AttentionItem, type AttentionReason, attentionReasons, useAttention } from './attention.ts';
import { BookingRequests } from './booking-requests.tsx';
import styles from './inbox.module.css';
import { inboxWords } from './inbox-words.ts';
import { reasonIcons } from './to-do-icons.ts';

/** Reasons whose action is to move the order. */
const isMoved: ReadonlySet<AttentionReason> = new Set(['not_sprayed', 'weather_stop', 'session_closed']);

/** The office's to-do list, grouped by reason, with the action for each order. */
export function Inbox() {
  const words = useWords(inboxWords);
  const items = useAttention();
  const { hash } = useLocation();
  const scrolledTo = useRef('');
  const showLinked = useCallback(
    (section: HTMLElement) => {
      if (`#${section.id}` !== hash || scrolledTo.current === hash) return;
      scrolledTo.current = hash;
      section.scrollIntoView({ block: 'start' });
    },
    [hash],
  );
  return (
    <SidePanel>
      <Page title={words.title} exports={<ListExport list="/api/receptionist/inbox" />}>
        <BookingRequests />
        <IncompleteRecords />
        <QueryBoundary
          query={items}
          empty={{
            when: (all) => all.length === 0,
            show: (
              <EmptyState
                icon={<IconCircleCheck size={40} aria-hidden />}
                title={words.empty}
                text={words.emptyText}
                action={
                  <Button component={Link} to="/" variant="default">
                    {words.toBoard}
                  </Button>
                }
              />
            ),
          }}
        >
          {(all) => (
            <Stack gap="xl">
              {attentionReasons.map((reason) => (
                <Reason key={reason} reason={reason} items={all.filter((item) => item.reason === reason)} onShown={showLinked} />
              ))}
            </Stack>
          )}
        </QueryBoundary>
      </Page>
    </SidePanel>
  );
}

interface ReasonProps {
  reason: AttentionReason;
  items: AttentionItem[];
  /** The section is rendered: the place that a link leads to may only now exist. */
  onShown(section: HTMLElement): void;
}

function Reason({ reason, items, onShown }: ReasonProps) {
  const words = useWords(inboxWords);
  const Icon = reasonIcons[reason];
  const priceOf = useAdjustedPrices(items.map(({ order }) => order));
  const section = useRef<HTMLElement>(null);
  const isShown = items.length > 0;
  useEffect(() => {
    if (isShown && section.current !== null) onShown(section.current);
  }, [isShown, onShown]);
  if (!isShown) return null;
  return (
    <section id={reason} ref={section} className={styles.reason}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon size={26} aria-hidden className={styles.icon ?? ''} />
        <div>
          <Title order={2} size="h3">
            {words.reason[reason]} ({items.length})
          </Title>
          <Text c="dimmed">{words.todo[reason]}</Text>
        </div>
      </Group>
      {reason === 'weather_stop' ? <RebookDays items={items} /> : null}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={item.order.id} {...item} price={priceOf(item.order)} />
        ))}
      </ul>
    </section>
  );
}

/** Opens a rebooking of all orders with weather STOP of a day, for each day that has some. */
function RebookDays({ items }: { items: readonly AttentionItem[] }) {
  const words = useWords(inboxWords);
  const format = useFormat();
  const days = [...new Set(items.map(({ order }) => order.date))].sort();
  return (
    <Group gap="sm">
      {days.map((date) => (
        <Button
          key={date}
          component={Link}
          to={`/?view=day&from=${date}&rebook=stop`}
          leftSection={<IconCalendarShare size={20} aria-hidden />}
        >
          {words.rebookDay(format.date(date))}
        </Button>
      ))}
    </Group>
  );
}

function Item({ reason, since, order, price }: AttentionItem & { price: number }) {
  const words = useWords(inboxWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const { chosen, addressOf } = useChosenOrder();
  const { id, farmer, date, session, location, cropType } = order;
  const confirm = useOfficeAction({
    id,
    act: (_, idempotencyKey) =>
      readVersioned(
        api.POST('/api/receptionist/order/{id}/confirm', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } }),
      ),
    done: words.confirmed,
  });
  const to = addressOf(id);
  return (
    <li className={styles.item} data-chosen={chosen === id || undefined}>
      <div className={styles.text}>
        <Link to={to} data-order-id={id} className={styles.name ?? ''} aria-label={words.open(id, farmer.fullName)}>
          {farmer.fullName}
        </Link>
        <span>
          {format.date(date)}, {format.session(session)} · {location}
        </span>
        <span className={styles.quiet}>
          {states.crop[cropType.name] ?? cropType.name} · <OrderArea order={order} /> · {format.money(price)} ·{' '}
          {words.since(format.moment(since))}
        </span>
        <span>
          <OrderState order={order} />
        </span>
      </div>
      <div className={styles.acts}>
        {farmer.phoneNumber === null ? null : (
          <Button
            component="a"
            href={telephoneLink(farmer.phoneNumber)}
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden />}
            aria-label={words.callName(farmer.fullName, formatPhone(farmer.phoneNumber))}
          >
            {formatPhone(farmer.phoneNumber)}
          </Button>
        )}
        {reason === 'payment_failed' ? <ChangeMethod order={order} farmerName={farmer.fullName} variant="filled" /> : null}
        {reason === 'session_closed' || reason === 'crew_absent' || reason === 'weather_stop' ? (
          <Button component={Link} to={reason === 'crew_absent' ? `/sprayers?day=${date}` : `/?view=day&from=${date}`} variant="default">
            {words.thatDay}
          </Button>
        ) : null}
        {reason === 'transfer_reported' ? <DecideTransfer order={order} isReported /> : null}
        {reason === 'waiting' ? (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {words.act.waiting}
          </Button>
        ) : (
          <Button
            component={Link}
            to={isMoved.has(reason) ? movingAddress(to) : to}
            variant={reason === 'unassigned_soon' || reason === 'objection' ? 'filled' : 'default'}
          >
            {words.act[reason]}
          </Button>
        )}
      </div>
    </li>
  );
}
