import { ActionIcon, Title } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, Navigate } from 'react-router';
import { IconExternalLink } from '../../icons/external-link.ts';
import { IconX } from '../../icons/x.ts';
import { useWords } from '../../ui/language.tsx';
import { lazyPart } from '../../ui/pages.tsx';
import { useIsPhone } from '../../ui/phone.ts';
import { Loading } from '../../ui/states.tsx';
import { useChosenOrder } from './chosen-order.ts';
import { useKeptPosition } from './kept-position.ts';
import { officeOrderWords } from './office-order-words.ts';
import styles from './side-panel.module.css';

const OfficeOrder = lazyPart(() => import('./office-order.tsx'), 'OfficeOrder');

/** A list or board with the selected order in a panel on the right, so that the list keeps its position. */
export function SidePanel({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const { chosen } = useChosenOrder();
  const list = useRef<HTMLDivElement>(null);
  const rememberPosition = useKeptPosition(list, chosen !== undefined);
  if (chosen !== undefined && isPhone) return <Navigate replace to={`/orders/${chosen}`} />;
  return (
    <div className={styles.frame} data-open={chosen !== undefined || undefined}>
      <div ref={list} className={styles.list} onClickCapture={({ target }) => rememberPosition(target as Element)}>
        {children}
      </div>
      {chosen === undefined ? null : <Panel id={chosen} />}
    </div>
  );
}

function Panel({ id }: { id: number }) {
  const words = useWords(officeOrderWords);
  const { close } = useChosenOrder();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is read from its beginning
  useEffect(() => {
    if (panel.current?.contains(document.activeElement) !== true) cameFrom.current = document.activeElement;
    panel.current?.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [id]);
  const leave = () => {
    close();
    const last = document.querySelector<HTMLElement>(`[data-order-id="${id}"]`) ?? (cameFrom.current as HTMLElement | null);
    last?.focus({ preventScroll: true });
  };
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={words.panel(id)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && panel.current?.contains(event.target as Node) === true) leave();
      }}
    >
      <div className={styles.head}>
        <Title order={2} size="h3" ref={heading} tabIndex={-1} className={styles.title ?? ''}>
          {words.title(id)}
        </Title>
        <ActionIcon component={Link} to={`/orders/${id}`} aria-label={words.ownPage} title={words.ownPage}>
          <IconExternalLink size={22} aria-hidden />
        </ActionIcon>
        <ActionIcon onClick={leave} aria-label={words.close} title={words.close}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </div>
      <Suspense fallback={<Loading lines={4} />}>
        <OfficeOrder id={id} level={3} />
      </Suspense>
    </aside>
  );
}
