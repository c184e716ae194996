import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/phone.ts';
import styles from './company.module.css';
import { companyWords } from './company-words.ts';

interface PartProps {
  title: string;
  actions?: ReactNode;
  narrow?: boolean;
  /** The parent page; default: the list of admin pages, which a desktop shows anyway. */
  above?: { to: string; name: string };
  children: ReactNode;
}

/** Layout of an admin page with a link to its parent. */
export function Part({ title, actions, narrow = false, above, children }: PartProps) {
  const words = useWords(companyWords);
  const isPhone = useIsPhone();
  const up = above ?? (isPhone ? { to: '/company', name: words.title } : undefined);
  return (
    <div className={narrow ? styles.narrow : undefined}>
      {up === undefined ? null : (
        <Link to={up.to} className={styles.up}>
          <IconArrowLeft size={20} aria-hidden />
          {up.name}
        </Link>
      )}
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </div>
  );
}
