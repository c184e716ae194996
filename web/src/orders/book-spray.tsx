import { Page } from '../ui/page.tsx';

export function BookSpray() {
  return <Page title="BookSpray">…</Page>;
}
