import { Suspense } from 'react';
import { useIdle } from '../../ui/idle.ts';
import { lazyPart } from '../../ui/pages.tsx';
import type { Selection } from './selection.ts';

const BulkActions = lazyPart(() => import('./bulk-actions.tsx'), 'BulkActions');

/** The bar with the actions for selected orders. Its menus and forms load after the page. */
export function BulkBar({ selection }: { selection: Selection }) {
  const idle = useIdle();
  if (!idle && selection.orders.length === 0) return null;
  return (
    <Suspense>
      <BulkActions selection={selection} />
    </Suspense>
  );
}
