import { Navigate, Outlet, useSearchParams } from 'react-router';
import { useSession } from '../api/session.ts';
import { OutsideFrame } from './outside-frame.tsx';

/** Where to go after signing in: a page of ours, never another site. */
export const safeNext = (next: string | null): string => (next !== null && /^\/(?![/\\])/.test(next) ? next : '/');

/** Around the pages that are only for people who are not signed in. */
export function SignedOut() {
  const { data: me } = useSession();
  const [search] = useSearchParams();
  if (me !== null && me !== undefined) return <Navigate replace to={safeNext(search.get('next'))} />;
  return (
    <OutsideFrame>
      <Outlet />
    </OutsideFrame>
  );
}
