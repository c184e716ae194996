import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { Shape } from '../api/client.ts';
import { useLiveUpdates } from '../api/live.ts';
import { isOffice, type Me, MeContext, useSession } from '../api/session.ts';
import { Find } from '../find/find.tsx';
import { unreadQuery } from '../notifications/unread.ts';
import { Shell } from '../shell/shell.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useScrollRestoration } from '../ui/scroll-restoration.ts';
import { ErrorState, Loading } from '../ui/states.tsx';
import { SignInAgain } from './ask-to-sign-in.tsx';

/** Layout of pages that require a signed-in user. */
export function SignedIn() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.data === undefined)
    return session.isError ? <ErrorState error={session.error} retry={() => void session.refetch()} /> : <Loading />;
  if (session.data === null) {
    const next = pathname + search;
    return <Navigate replace to={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`} />;
  }
  return <Inside me={session.data} />;
}

/** Shows a toast for an unread message: what the user did, here or in another tab, is stored as read. */
async function showIfUnread(queries: QueryClient, { id, subject, text }: Shape<'Notification'>): Promise<void> {
  const { ids } = await queries.fetchQuery(unreadQuery);
  if (ids.includes(id)) notifications.show({ title: subject, message: text, color: 'sky' });
}

function Inside({ me }: { me: Me }) {
  const queries = useQueryClient();
  // If the read fails, the next one shows the message at the bell.
  const onMessage = useCallback((message: Shape<'Notification'>) => void showIfUnread(queries, message).catch(() => {}), [queries]);
  useLiveUpdates(onMessage);
  useScrollRestoration();
  const { key } = useLocation();
  return (
    <MeContext value={me}>
      <Shell extra={isOffice(me) ? <Find /> : undefined}>
        {/* Inside the frame, so that the menu remains if a page fails to load. */}
        <ErrorBoundary locationKey={key}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <SignInAgain />
    </MeContext>
  );
}
