import { Drawer, Modal } from '@mantine/core';
import { useDeferredOpen } from './deferred-open.ts';
import { useWords } from './language.tsx';
import { useIsPhone } from './phone.ts';
import type { SheetProps } from './sheet.tsx';
import { useCloseOnBack } from './sheet-history.ts';
import { uiWords } from './words.ts';

export function SheetFrame({ opened, close, title, wide = false, children }: SheetProps) {
  const words = useWords(uiWords);
  useCloseOnBack(opened, close);
  const shown = useDeferredOpen(opened);
  const closeButtonProps = { 'aria-label': words.close, size: 44 };
  return useIsPhone() ? (
    <Drawer opened={shown} onClose={close} title={title} position="bottom" size="auto" radius="md" closeButtonProps={closeButtonProps}>
      {children}
    </Drawer>
  ) : (
    <Modal opened={shown} onClose={close} title={title} size={wide ? 920 : 'md'} closeButtonProps={closeButtonProps}>
      {children}
    </Modal>
  );
}
