import { Page } from '../ui/page.tsx';

export function OfficeOrderPage() {
  return <Page title="OfficeOrderPage">…</Page>;
}
