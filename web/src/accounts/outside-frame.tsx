import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useCompany } from '../api/company.tsx';
import { IconLanguage } from '../icons/language.ts';
import { OfficeCall } from '../orders/office-call.tsx';
import { CompanyMark } from '../shell/company-mark.tsx';
import { useWords } from '../ui/language.tsx';
import { Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { useChangeLanguage } from './change-language.ts';
import styles from './outside-frame.module.css';

/** Layout of the pages before sign-in: company name, language switch, one column. */
export function OutsideFrame({ children }: { children: ReactNode }) {
  const words = useWords(uiWords);
  const changeLanguage = useChangeLanguage();
  const { name } = useCompany();
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <CompanyMark size={40} />
          {name}
        </span>
        <Button variant="subtle" color="gray" leftSection={<IconLanguage size={22} aria-hidden />} onClick={() => changeLanguage.toggle()}>
          {words.otherLanguage}
        </Button>
      </header>
      <main className={styles.content}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
        <div className={styles.call}>
          <OfficeCall withNumber />
        </div>
      </main>
    </div>
  );
}
