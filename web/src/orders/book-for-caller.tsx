import { Page } from '../ui/page.tsx';

export function BookForCaller() {
  return <Page title="BookForCaller">…</Page>;
}
