import { Page } from '../ui/page.tsx';

export function MyJobs() {
  return <Page title="MyJobs">…</Page>;
}
