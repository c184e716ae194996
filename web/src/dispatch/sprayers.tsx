import { Page } from '../ui/page.tsx';

export function Sprayers() {
  return <Page title="Sprayers">…</Page>;
}
