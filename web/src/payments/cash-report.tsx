import { Page } from '../ui/page.tsx';

export function CashReport() {
  return <Page title="CashReport">…</Page>;
}
