import { Navigate, Outlet, useSearchParams } from 'react-router';
import { useSession } from '../api/session.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { safeNext } from './safe-next.ts';

/** Layout of pages for signed-out users only. */
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
