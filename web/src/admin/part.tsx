import type { ReactNode } from 'react';
import { BackLink } from '../ui/back-link.tsx';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/phone.ts';
import styles from './company.module.css';
import { companyWords } from './company-words.ts';

interface PartProps {
  title: string;
  /** The menu that exports the list of the page. */
  exports?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  /** The parent page; default: the list of admin pages, which a desktop shows anyway. */
  above?: { to: string; name: string };
  children: ReactNode;
}

/** Layout of an admin page with a link to its parent. */
export function Part({ title, exports, actions, narrow = false, above, children }: PartProps) {
  const words = useWords(companyWords);
  const isPhone = useIsPhone();
  const up = above ?? (isPhone ? { to: '/company', name: words.title } : undefined);
  return (
    <div className={narrow ? styles.narrow : undefined}>
      <Page title={title} exports={exports} actions={actions} back={up === undefined ? undefined : <BackLink to={up.to} name={up.name} />}>
        {children}
      </Page>
    </div>
  );
}
