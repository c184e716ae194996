import { Page } from '../ui/page.tsx';

export function Forgot() {
  return <Page title="Forgot">…</Page>;
}
