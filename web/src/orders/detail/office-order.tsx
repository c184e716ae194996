import { Button, Group, Stack, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { ifMatch, readVersioned } from '../../api/versions.ts';
import { IconPhone } from '../../icons/phone.ts';
import { ChangeMethod } from '../../payments/change-method.tsx';
import { DecideTransfer } from '../../payments/decide-transfer.tsx';
import { ReturnCash } from '../../payments/return-cash.tsx';
import { TakeCashSheet } from '../../payments/take-cash.tsx';
import { OrderRecord } from '../../spray-records/order-record.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { telephoneLink } from '../../ui/device-links.ts';
import { Keys } from '../../ui/keys.tsx';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { formatPhone } from '../../ui/phone-number.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { OrderPaymentBadge } from '../../ui/state-badge.tsx';
import { EmptyState, Loading, QueryBoundary } from '../../ui/states.tsx';
import { editWords } from '../edit/edit-words.ts';
import { OrderState } from '../order-state.tsx';
import { AreaDecision } from '../report/area-decision.tsx';
import { LateReports } from '../report/late-reports.tsx';
import { useOrderReport } from '../report/report-queries.ts';
import { WorkReport } from '../report/work-report.tsx';
import { CancelForFarmer } from './cancel-for-farmer.tsx';
import { useAskedToMove } from './chosen-order.ts';
import styles from './office-order.module.css';
import { type Order, useOfficeAction, useOfficeOrder } from './office-order-data.ts';
import { FeedbackPhotos, OrderPapers, SignOffCode } from './office-order-more.tsx';
import { officeOrderWords } from './office-order-words.ts';
import { OrderCrew } from './order-crew.tsx';
import { OrderFacts, OrderMore } from './order-facts.tsx';
import { MarkNotSprayed, NotSprayedNotice } from './order-not-sprayed.tsx';
import { OrderObjection } from './order-objection.tsx';
import { OrderTimeline } from './order-timeline.tsx';

const OrderMix = lazyPart(() => import('../../mixes/order-mix.tsx'), 'OrderMix');
const OrderPhotos = lazyPart(() => import('../thread/order-photos.tsx'), 'OrderPhotos');
const Thread = lazyPart(() => import('../thread/thread.tsx'), 'Thread');
const EditSheet = lazyPart(() => import('../edit/edit-order.tsx'), 'EditSheet');
const RescheduleSheet = lazyPart(() => import('../farmer-order/reschedule.tsx'), 'RescheduleSheet');

/** The order as a separate page. */
export function OfficeOrderPage() {
  const words = useWords(officeOrderWords);
  const { id = '' } = useParams();
  if (!/^[1-9]\d{0,15}$/.test(id))
    return (
      <EmptyState
        title={words.missing}
        text={words.missingText}
        action={
          <Button component={Link} to="/orders">
            {words.toOrders}
          </Button>
        }
      />
    );
  return (
    <Page title={words.title(Number(id))} back={<BackLink to="/orders" name={words.toOrders} />}>
      <OfficeOrder id={Number(id)} level={2} />
    </Page>
  );
}

/** The office's view of an order, as a page or in the side panel. */
export function OfficeOrder({ id, level }: { id: number; level: 2 | 3 }) {
  const query = useOfficeOrder(id);
  return (
    <QueryBoundary query={query} loading={<Loading lines={4} />}>
      {({ value, tag }) => <Whole order={value} tag={tag} level={level} />}
    </QueryBoundary>
  );
}

function Whole({ order, tag, level }: { order: Order; tag: string | null; level: 2 | 3 }) {
  const words = useWords(officeOrderWords);
  const { id, orderStatus, farmer } = order;
  const open = orderStatus === 'pending' || orderStatus === 'confirmed' || orderStatus === 'assigned';
  return (
    <div className={styles.frame}>
      <div className={styles.whole}>
        <Stack gap="lg" className={styles.main ?? ''}>
          <div className={styles.head}>
            <Title order={level} size="h2">
              <Link to={`/customers/${farmer.id}`} className={styles.farmer}>
                {farmer.fullName}
              </Link>
            </Title>
            {farmer.phoneNumber === null ? (
              <span className={styles.quiet}>{words.noPhone}</span>
            ) : (
              <a
                className={styles.phone}
                href={telephoneLink(farmer.phoneNumber)}
                aria-label={words.call(farmer.fullName, formatPhone(farmer.phoneNumber))}
              >
                <IconPhone size={20} aria-hidden /> {formatPhone(farmer.phoneNumber)}
              </a>
            )}
            <Group gap="xs">
              <OrderState order={order} />
              <OrderPaymentBadge order={order} />
            </Group>
          </div>
          <OrderObjection order={order} tag={tag} />
          <LateReports order={order} tag={tag} />
          <AreaDecision order={order} tag={tag} />
          <NotSprayedNotice order={order} />
          <NextSteps order={order} tag={tag} />
          <div className={styles.steps}>
            <MarkNotSprayed order={order} tag={tag} />
          </div>
          <OrderFacts order={order} />
          <WorkReport reader="receptionist" orderId={id} />
          <OrderRecord reader="receptionist" orderId={id} enabled={orderStatus === 'in_progress' || orderStatus === 'completed'} />
          <OrderCrew key={id} order={order} tag={tag} level={level} />
          <Suspense>
            <OrderMix key={`mix-${id}`} order={order} side="receptionist" />
          </Suspense>
          {orderStatus === 'in_progress' ? <SignOffCode key={`code-${id}`} order={order} level={level} /> : null}
        </Stack>
        <Stack gap="lg">
          <Suspense>
            <OrderPhotos id={id} side="receptionist" />
            <Thread key={`thread-${id}`} id={id} side="receptionist" />
          </Suspense>
          <OrderTimeline id={id} level={level} />
          <OrderMore order={order} />
          {orderStatus === 'completed' ? <FeedbackPhotos order={order} level={level} /> : null}
          <OrderPapers order={order} level={level} />
          {open ? (
            <div>
              <CancelForFarmer key={`cancel-${id}`} order={order} tag={tag} />
            </div>
          ) : null}
        </Stack>
      </div>
    </div>
  );
}

/** Actions of the office; the next step is highlighted. */
function NextSteps({ order, tag }: { order: Order; tag: string | null }) {
  const words = useWords(officeOrderWords);
  const { open: editLabel } = useWords(editWords);
  const { id, orderStatus, paymentStatus, paymentMethod } = order;
  const [sheet, setSheet] = useState<'move' | 'cash' | 'edit'>();
  const close = () => setSheet(undefined);
  const confirm = useOfficeAction({
    id,
    act: (_, idempotencyKey) =>
      readVersioned(
        api.POST('/api/receptionist/order/{id}/confirm', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
        }),
      ),
    done: words.confirmed,
  });
  const mayConfirm = orderStatus === 'pending';
  const mayMove = orderStatus === 'pending' || orderStatus === 'confirmed' || orderStatus === 'assigned';
  const mayPay = paymentMethod === 'cash' && paymentStatus !== 'paid' && orderStatus !== 'cancelled';
  useAskedToMove(() => setSheet(mayMove ? 'move' : undefined));
  const balance = useOrderReport('receptionist', id).data?.balance;
  const refundDue = balance?.refundedByHand ?? 0;
  const mayReturn = refundDue > 0;
  const doConfirm = () => {
    if (!confirm.isPending) confirm.mutate();
  };
  useShortcuts(words.keys, [
    ...(mayConfirm ? [{ keys: 'C', description: words.confirm, run: doConfirm }] : []),
    ...(mayMove ? [{ keys: 'R', description: words.move, run: () => setSheet('move') }] : []),
    ...(mayMove ? [{ keys: 'E', description: editLabel, run: () => setSheet('edit') }] : []),
    ...(mayPay ? [{ keys: 'M', description: words.cash, run: () => setSheet('cash') }] : []),
  ]);
  // Change to return stays visible after the order is paid.
  const mayChangeMethod = paymentStatus !== 'paid' && orderStatus !== 'cancelled';
  if (!mayConfirm && !mayMove && !mayPay && !mayReturn && !mayChangeMethod && sheet === undefined) return null;
  return (
    <div className={styles.steps}>
      {mayConfirm ? (
        <Button loading={confirm.isPending} onClick={doConfirm} rightSection={<Keys keys="C" hidden />} aria-keyshortcuts="C">
          {words.confirm}
        </Button>
      ) : null}
      {mayMove ? (
        <Button variant="default" onClick={() => setSheet('move')} rightSection={<Keys keys="R" hidden />} aria-keyshortcuts="R">
          {words.move}
        </Button>
      ) : null}
      {mayMove ? (
        <Button variant="default" onClick={() => setSheet('edit')} rightSection={<Keys keys="E" hidden />} aria-keyshortcuts="E">
          {editLabel}
        </Button>
      ) : null}
      {mayPay ? (
        <Button variant="default" onClick={() => setSheet('cash')} rightSection={<Keys keys="M" hidden />} aria-keyshortcuts="M">
          {words.cash}
        </Button>
      ) : null}
      {mayPay ? <DecideTransfer order={order} isReported={false} tag={tag} /> : null}
      {mayChangeMethod ? <ChangeMethod order={order} farmerName={order.farmer.fullName} tag={tag} /> : null}
      {mayReturn ? <ReturnCash order={order} due={refundDue} /> : null}
      {sheet === 'move' ? (
        <Suspense>
          <RescheduleSheet order={order} asOffice opened close={close} onDone={close} />
        </Suspense>
      ) : null}
      {sheet === 'edit' ? (
        <Suspense>
          <EditSheet id={id} side="receptionist" opened close={close} />
        </Suspense>
      ) : null}
      <TakeCashSheet order={order} due={balance?.due ?? order.cost} opened={sheet === 'cash'} close={close} />
    </div>
  );
}
