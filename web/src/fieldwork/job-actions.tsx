import { Button } from '@mantine/core';
import { IconNavigation } from '../icons/navigation.ts';
import { IconPhone } from '../icons/phone.ts';
import { routeLink, telephoneLink } from '../ui/device-links.ts';
import { useWords } from '../ui/language.tsx';
import styles from './fieldwork.module.css';
import type { Order } from './jobs.ts';
import { fieldWords } from './words.ts';

/** Phone call and navigation with the apps of the phone. */
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
          href={telephoneLink(phoneNumber)}
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
        href={routeLink(order, navigator.userAgent)}
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
