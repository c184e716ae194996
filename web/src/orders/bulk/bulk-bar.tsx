import { Suspense, useState } from 'react';
import { useIdle } from '../../ui/idle.ts';
import { lazyPart } from '../../ui/pages.tsx';
import type { Selection } from './selection.ts';

const BulkActions = lazyPart(() => import('./bulk-actions.tsx'), 'BulkActions');
const UndoNotice = lazyPart(() => import('./undo-notice.tsx'), 'UndoNotice');

/** The bar with the actions for selected orders. Its menus and forms load with the first selection. */
export function BulkBar({ selection }: { selection: Selection }) {
  const idle = useIdle();
  const hasSelection = selection.orders.length > 0;
  const [wasUsed, setUsed] = useState(hasSelection);
  if (hasSelection && !wasUsed) setUsed(true);
  if (!wasUsed && !idle) return null;
  return <Suspense>{wasUsed ? <BulkActions selection={selection} /> : <UndoNotice />}</Suspense>;
}
