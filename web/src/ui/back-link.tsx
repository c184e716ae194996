import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { IconArrowLeft } from '../icons/arrow-left.ts';
import styles from './back-link.module.css';

/** Whether the browser's back button would stay in the app; the router numbers its entries, and those of open sheets count too. */
function hasEarlierPage(): boolean {
  const { idx = 0, sheets = 0 } = (history.state ?? {}) as { idx?: number; sheets?: number };
  return idx > sheets;
}

/** Leads back to the list where it was, with its filters and position; for a page that was opened directly, to the list. */
export function BackLink({ to, name }: { to: string; name: string }) {
  const navigate = useNavigate();
  const back = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || !hasEarlierPage()) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link to={to} className={styles.back ?? ''} onClick={back}>
      <IconArrowLeft size={20} aria-hidden />
      {name}
    </Link>
  );
}
