import { Drawer, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useWords } from './language.tsx';
import { uiWords } from './words.ts';

export const phone = '(max-width: 47.99em)';
export const useIsPhone = (): boolean => useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;

interface SheetProps {
  opened: boolean;
  close(): void;
  title: string;
  /** For what needs the breadth of a desk, such as a week. */
  wide?: boolean;
  children: ReactNode;
}

/** From below on a phone, in the middle on a desk. */
export function Sheet({ opened, close, title, wide = false, children }: SheetProps) {
  const words = useWords(uiWords);
  const closeButtonProps = { 'aria-label': words.close, size: 44 };
  return useIsPhone() ? (
    <Drawer opened={opened} onClose={close} title={title} position="bottom" size="auto" radius="md" closeButtonProps={closeButtonProps}>
      {children}
    </Drawer>
  ) : (
    <Modal opened={opened} onClose={close} title={title} size={wide ? 920 : 'md'} closeButtonProps={closeButtonProps}>
      {children}
    </Modal>
  );
}
