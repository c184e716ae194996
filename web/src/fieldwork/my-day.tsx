import { Page } from '../ui/page.tsx';

export function MyDay() {
  return <Page title="MyDay">…</Page>;
}
