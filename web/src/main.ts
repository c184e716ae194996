// The first script of a visit, and a small one: all that the page needs is asked for at once, not one after the other.
import { askEarly } from './api/early.ts';
import { expectedRole, isExpected, profilePath } from './api/expected.ts';
import { filesAt } from './page-files.ts';

// After an update, a page that was open before asks for files that are gone. Loading it again helps once; without a network,
// or when the file is missing for good, it would go on forever.
addEventListener('vite:preloadError', (event) => {
  const { message } = (event as Event & { payload: Error }).payload;
  if (!navigator.onLine || sessionStorage.getItem('swath-reloaded') === message) return;
  sessionStorage.setItem('swath-reloaded', message);
  event.preventDefault();
  location.reload();
});

askEarly('/api/auth/company');
if (isExpected()) askEarly(profilePath);

// React by itself and first, so that taking it in is a task of its own.
void import('./react.ts').then(() => import('./start.tsx')).then(({ start }) => start());
const role = expectedRole();
if (role !== undefined || !isExpected())
  for (const file of filesAt(location.pathname, role)) {
    // Asked for again where it is shown, and explained there.
    file.fetch().catch(() => undefined);
  }
