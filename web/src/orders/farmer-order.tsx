import { Page } from '../ui/page.tsx';

export function FarmerOrderPage() {
  return <Page title="FarmerOrderPage">…</Page>;
}
