import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from './pages.tsx';

export interface SheetProps {
  opened: boolean;
  close(): void;
  title: string;
  /** For what needs the breadth of a desk, such as a week. */
  wide?: boolean;
  children: ReactNode;
}

const SheetFrame = lazyPart(() => import('./sheet-frame.tsx'), 'SheetFrame');

/** From below on a phone, in the middle on a desk. Nothing is made of it before it is first opened. */
export function Sheet(props: SheetProps) {
  const [hasBeenOpened, setHasBeenOpened] = useState(props.opened);
  if (props.opened && !hasBeenOpened) setHasBeenOpened(true);
  return hasBeenOpened ? (
    <Suspense>
      <SheetFrame {...props} />
    </Suspense>
  ) : null;
}
