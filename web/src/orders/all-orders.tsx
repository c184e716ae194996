import { Page } from '../ui/page.tsx';

export function AllOrders() {
  return <Page title="AllOrders">…</Page>;
}
