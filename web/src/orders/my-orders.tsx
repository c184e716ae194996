import { Page } from '../ui/page.tsx';

export function MyOrders() {
  return <Page title="MyOrders">…</Page>;
}
