import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../api/session.ts';
import { IconHomeShield } from '../icons/home-shield.ts';
import type { MapPlace } from '../map/map-places.ts';
import { telephoneLink } from '../ui/device-links.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import styles from './order-places.module.css';
import { orderPlacesQuery, toMapPlace } from './place-queries.ts';
import { placeWords } from './place-words.ts';

/** The places near an order, for its map. */
export function useOrderPlaces(orderId: number): MapPlace[] {
  const { role } = useMe();
  const { data } = useQuery(orderPlacesQuery(role, orderId));
  return useMemo(() => data?.content.map(toMapPlace) ?? [], [data]);
}

/** The sensitive places near an order, with distance and contact; nothing without one. For office and crew. */
export function OrderPlaces({ id }: { id: number }) {
  const words = useWords(placeWords);
  const format = useFormat();
  const { role } = useMe();
  const { data } = useQuery(orderPlacesQuery(role, id));
  if (data === undefined || data.content.length === 0) return null;
  return (
    <Alert
      role="note"
      color="yellow"
      my="sm"
      icon={<IconHomeShield aria-hidden />}
      title={words.near}
      classNames={{ label: styles.title ?? '' }}
    >
      <ul className={styles.places}>
        {data.content.map(({ id: placeId, name, kind, distanceMetres, bufferMetres, contact, notes, notice }) => (
          <li key={placeId}>
            <strong>{name}</strong>
            <br />
            {[
              words.kinds[kind],
              distanceMetres === 0 ? words.inside : words.away(format.number(distanceMetres)),
              words.bufferOf(format.number(bufferMetres)),
            ].join(' · ')}
            {contact.name === null && contact.phoneNumber === null ? null : (
              <>
                <br />
                {contact.name}
                {contact.phoneNumber === null ? null : (
                  <a className={styles.call} href={telephoneLink(contact.phoneNumber)}>
                    {formatPhone(contact.phoneNumber)}
                  </a>
                )}
              </>
            )}
            {notes === null ? null : (
              <>
                <br />
                {notes}
              </>
            )}
            {notice === null ? null : (
              <>
                <br />
                {words.notices[notice.kind](format.moment(notice.sentAt))}
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
