import { Page } from '../ui/page.tsx';

export function Payments() {
  return <Page title="Payments">…</Page>;
}
