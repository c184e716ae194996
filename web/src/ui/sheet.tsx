import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from './pages.tsx';

export interface SheetProps {
  opened: boolean;
  close(): void;
  title: string;
  /** For wide content such as a week. */
  wide?: boolean;
  children: ReactNode;
}

const SheetFrame = lazyPart(() => import('./sheet-frame.tsx'), 'SheetFrame');

/** A drawer on a phone, a modal on a desktop. It is not loaded before it is first opened. */
export function Sheet(props: SheetProps) {
  const [hasBeenOpened, setHasBeenOpened] = useState(props.opened);
  if (props.opened && !hasBeenOpened) setHasBeenOpened(true);
  return hasBeenOpened ? (
    <Suspense>
      <SheetFrame {...props} />
    </Suspense>
  ) : null;
}
