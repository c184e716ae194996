import { Anchor } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useCompany } from '../../api/company.tsx';
import { RateSheet } from '../../feedback/rate-sheet.tsx';
import { useOrderShapes } from '../../fields/order-field.tsx';
import { FieldMap } from '../../map/field-map.tsx';
import { PaySheet } from '../../payments/pay-sheet.tsx';
import { OrderRecord } from '../../spray-records/order-record.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { NotFound } from '../../ui/error-page.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { Page } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { Loading, QueryBoundary } from '../../ui/states.tsx';
import { OrderChange } from '../detail/order-change.tsx';
import { OrderMoney } from '../detail/order-money.tsx';
import { type FarmerOrder, useOwnOrder } from '../farmer-queries.ts';
import { farmerWords } from '../farmer-words.ts';
import { canPayByCard } from '../next-step.ts';
import { NextStepPanel } from '../next-step-panel.tsx';
import { OrderState } from '../order-state.tsx';
import { WorkReport } from '../report/work-report.tsx';
import { Section } from '../section.tsx';
import styles from './farmer-order.module.css';
import { OrderCrew } from './farmer-order-crew.tsx';
import { OrderFacts } from './farmer-order-facts.tsx';
import { OrderTimeline } from './farmer-order-timeline.tsx';
import { farmerOrderWords } from './farmer-order-words.ts';
import { CompletedObjection } from './objection.tsx';
import { OwnRating } from './own-rating.tsx';
import { SignOff } from './sign-off.tsx';

const HomeWeather = lazyPart(() => import('../farmer-home/home-weather.tsx'), 'HomeWeather');
const OrderPhotos = lazyPart(() => import('../thread/order-photos.tsx'), 'OrderPhotos');
const Thread = lazyPart(() => import('../thread/thread.tsx'), 'Thread');

export function FarmerOrderPage() {
  const id = Number(useParams().id);
  return Number.isSafeInteger(id) && id > 0 ? <OwnOrder id={id} /> : <NotFound />;
}

function OwnOrder({ id }: { id: number }) {
  const { orders } = useWords(farmerWords);
  const order = useOwnOrder(id);
  if (order.data !== undefined) return <Whole order={order.data} />;
  return (
    <Page title={orders}>
      <QueryBoundary query={order} loading={<Loading lines={6} />}>
        {() => null}
      </QueryBoundary>
      {order.isError ? (
        <Anchor component={Link} to="/orders">
          {orders}
        </Anchor>
      ) : null}
    </Page>
  );
}

function Whole({ order }: { order: FarmerOrder }) {
  const words = useWords(farmerOrderWords);
  const { orders } = useWords(farmerWords);
  const format = useFormat();
  const { latitude, longitude, location } = order;
  const shapes = useOrderShapes(order.id);
  return (
    <Page
      title={words.title(format.date(order.date))}
      actions={<OrderState order={order} />}
      back={<BackLink to="/orders" name={orders} />}
    >
      <Suspense>
        <HomeWeather orders={[order]} />
      </Suspense>
      <NextStepPanel order={order} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <SignOff order={order} />
          <CompletedObjection order={order} />
          <OrderFacts order={order} />
          <WorkReport reader="farmer" orderId={order.id} />
          <OrderRecord
            reader="farmer"
            orderId={order.id}
            enabled={order.orderStatus === 'in_progress' || order.orderStatus === 'completed'}
          />
          <OrderCrew order={order} />
          <OrderMoney order={order} />
        </div>
        <div className={styles.column}>
          <Section title={words.map}>
            <FieldMap pins={[{ id: 'field', latitude, longitude, label: location }]} shapes={shapes} />
          </Section>
          <Suspense>
            <OrderPhotos id={order.id} side="farmer" />
            <Thread id={order.id} side="farmer" />
          </Suspense>
          <OwnRating order={order} />
          <OrderTimeline order={order} />
          <OrderChange order={order} />
        </div>
      </div>
      <Sheets order={order} />
    </Page>
  );
}

/** Payment and rating have their own addresses, so that messages and cards can link to them. */
function Sheets({ order }: { order: FarmerOrder }) {
  const [search, setSearch] = useSearchParams();
  const { cardProvider } = useCompany();
  const close = () => setSearch({}, { replace: true });
  return (
    <>
      <PaySheet
        order={order}
        opened={search.has('pay') && order.paymentMethod !== 'cash' && cardProvider !== null}
        payable={canPayByCard(order, cardProvider !== null)}
        close={close}
      />
      <RateSheet orderId={order.id} opened={search.has('rate') && order.orderStatus === 'completed'} close={close} />
    </>
  );
}
