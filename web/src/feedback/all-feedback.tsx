import { Page } from '../ui/page.tsx';

export function AllFeedback() {
  return <Page title="AllFeedback">…</Page>;
}
