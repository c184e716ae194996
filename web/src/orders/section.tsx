import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A section of the order page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
