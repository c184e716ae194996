import { Page } from '../ui/page.tsx';

export function FarmerHome() {
  return <Page title="FarmerHome">…</Page>;
}
