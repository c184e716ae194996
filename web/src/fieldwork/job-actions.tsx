import { Button } from '@mantine/core';
import { IconNavigation, IconPhone } from '@tabler/icons-react';
import { useWords } from '../ui/language.tsx';
import styles from './fieldwork.module.css';
import type { Order } from './jobs.ts';
import { fieldWords } from './words.ts';

/** Calls the farmer, shows the way: with the phone's own means. */
export function JobActions({ order }: { order: Order }) {
  const words = useWords(fieldWords);
  const { fullName, phoneNumber } = order.farmer;
  return (
    <div className={styles.pair}>
      {phoneNumber === null || phoneNumber === '' ? (
        <Button className={styles.big} variant="default" disabled leftSection={<IconPhone size={24} aria-hidden />}>
          {words.noPhone}
        </Button>
      ) : (
        <Button
          className={styles.big}
          variant="default"
          component="a"
          href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}
          aria-label={words.callName(fullName)}
          leftSection={<IconPhone size={24} aria-hidden />}
        >
          {words.call}
        </Button>
      )}
      <Button
        className={styles.big}
        variant="default"
        component="a"
        href={wayTo(order)}
        target="_blank"
        rel="noreferrer"
        aria-label={words.navigateTo(order.location)}
        leftSection={<IconNavigation size={24} aria-hidden />}
      >
        {words.navigate}
      </Button>
    </div>
  );
}

/** Android asks which map to open, and some of those work without a network; elsewhere one address opens the app or the page. */
function wayTo({ latitude, longitude, location }: Order): string {
  const place = `${latitude},${longitude}`;
  if (/Android/.test(navigator.userAgent)) return `geo:${place}?q=${place}(${encodeURIComponent(location)})`;
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
