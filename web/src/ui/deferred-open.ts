import { useEffect, useState } from 'react';

/** True one render after `opened`: Mantine restores the focus only if the dialog was first rendered closed. */
export function useDeferredOpen(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown && opened;
}
