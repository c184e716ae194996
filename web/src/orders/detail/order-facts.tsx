import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { OrderField, useOrderShapes } from '../../fields/order-field.tsx';
import { IconMapPin } from '../../icons/map-pin.ts';
import { OrderPlaces, useOrderPlaces } from '../../sensitive-places/order-places.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { Loading } from '../../ui/states.tsx';
import { OrderWeather } from '../../weather/order-weather.tsx';
import { StartWeather } from '../../weather/start-weather.tsx';
import { useAdjustedPrice } from '../adjusted-prices.ts';
import { CrewNote } from '../edit/crew-note.tsx';
import { OrderArea } from '../order-area.tsx';
import styles from './office-order.module.css';
import type { Order } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';

const FieldMap = lazyPart(() => import('../../map/field-map.tsx'), 'FieldMap');

/** Time, place, work, price and farmer of the order. */
export function OrderFacts({ order }: { order: Order }) {
  const words = useWords(officeOrderWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const [map, setMap] = useState(false);
  const { id, date, session, location, latitude, longitude, cropType, paymentMethod } = order;
  const price = useAdjustedPrice(order);
  const shapes = useOrderShapes(id);
  const places = useOrderPlaces(id);
  return (
    <div>
      <dl className={styles.facts}>
        <dt>{words.when}</dt>
        <dd>
          <strong>{format.longDate(date)}</strong>
          <br />
          {format.session(session)}
        </dd>
        <OrderWeather order={order} />
        <StartWeather order={order} />
        <dt>{words.where}</dt>
        <dd>{location}</dd>
        <OrderField id={id} />
        <dt>{words.what}</dt>
        <dd>
          {states.crop[cropType.name] ?? cropType.name} · <OrderArea order={order} />
        </dd>
        <dt>{words.price}</dt>
        <dd>
          <strong>{format.money(price)}</strong> · {states.method[paymentMethod]}
        </dd>
        <CrewNote id={id} side="receptionist" />
      </dl>
      <OrderPlaces id={id} />
      <Button
        variant="subtle"
        color="sky"
        mt="xs"
        ml={-12}
        leftSection={<IconMapPin size={20} aria-hidden />}
        aria-expanded={map}
        onClick={() => setMap(!map)}
      >
        {map ? words.hideMap : words.showMap}
      </Button>
      {map ? (
        <Suspense fallback={<Loading lines={1} />}>
          <FieldMap
            key={id}
            pins={[{ id: String(id), latitude, longitude, label: location }]}
            shapes={shapes}
            places={places}
            height={220}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Details that are rarely needed. */
export function OrderMore({ order: { farmer, creationDate, receptionist } }: { order: Order }) {
  const words = useWords(officeOrderWords);
  const format = useFormat();
  const address = [farmer.street, farmer.city, farmer.province].filter((part) => part !== null && part !== '').join(', ');
  return (
    <dl className={styles.facts}>
      <dt>{words.farmer}</dt>
      <dd>
        {address === '' ? null : (
          <>
            {address}
            <br />
          </>
        )}
        <Link className={styles.link ?? ''} to={`/orders?farmer=${farmer.id}`}>
          {words.ordersOf(farmer.fullName)}
        </Link>
      </dd>
      <dt>{words.booked}</dt>
      <dd>{format.date(creationDate)}</dd>
      <dt>{words.inCareOf}</dt>
      <dd>{receptionist?.fullName ?? words.noneAssigned}</dd>
    </dl>
  );
}
