import { Page } from '../ui/page.tsx';

export function MyCash() {
  return <Page title="MyCash">…</Page>;
}
