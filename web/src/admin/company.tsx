import { Page } from '../ui/page.tsx';

export function CompanyPages() {
  return <Page title="CompanyPages">…</Page>;
}
