import { useEffect, useState } from 'react';

/** True a moment after `opened` is: a dialog remembers where to give the focus back to only if it was closed before. */
export function useDeferredOpen(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown && opened;
}
