import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Navigate, Outlet, useSearchParams } from 'react-router';
import { useCompany } from '../api/company.ts';
import { useSession } from '../api/session.ts';
import { useWords } from '../ui/language.tsx';
import { Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import styles from './signed-out.module.css';
import { useSpeak } from './speak.ts';

/** Where to go after signing in: a page of ours, never another site. */
export const safeNext = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : '/');

/** Around the pages before sign-in: the company's name, the language, one card. */
export function SignedOut() {
  const words = useWords(uiWords);
  const speak = useSpeak();
  const { name } = useCompany();
  const { data: me } = useSession();
  const [search] = useSearchParams();
  if (me !== null && me !== undefined) return <Navigate replace to={safeNext(search.get('next'))} />;
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          {name}
        </span>
        <Button variant="subtle" color="gray" leftSection={<IconLanguage size={22} aria-hidden />} onClick={() => speak.toggle()}>
          {words.otherLanguage}
        </Button>
      </header>
      <main className={styles.content}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
