import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { IconCalendarShare } from '../../icons/calendar-share.ts';
import { IconDotsVertical } from '../../icons/dots-vertical.ts';
import { IconFileExport } from '../../icons/file-export.ts';
import { IconMessage } from '../../icons/message.ts';
import { IconPrinter } from '../../icons/printer.ts';
import { IconUsersPlus } from '../../icons/users-plus.ts';
import { IconX } from '../../icons/x.ts';
import { useLanguage, useWords } from '../../ui/language.tsx';
import { useSaveExport } from '../../ui/save-export.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { loadOrderExport } from '../order-export.ts';
import styles from './bulk.module.css';
import type { BulkKind } from './bulk-action.ts';
import { BulkForm } from './bulk-form.tsx';
import { bulkWords } from './bulk-words.ts';
import type { Selection } from './selection.ts';
import { UndoNotice } from './undo-notice.tsx';

/** Actions for the selected orders; without a selection, the last action that can be undone. It overlays the page, so there is no layout shift. */
export function BulkActions({ selection }: { selection: Selection }) {
  const words = useWords(bulkWords);
  const navigate = useNavigate();
  const [kind, setKind] = useState<BulkKind>();
  const [opened, setOpened] = useState(false);
  const { orders } = selection;
  const open = (next: BulkKind) => {
    setKind(next);
    setOpened(true);
  };
  const { language } = useLanguage();
  const file = useSaveExport({
    fileName: 'orders',
    load: (format) => loadOrderExport({ orderId: orders.map(({ id }) => id), language }, format),
  });
  const close = () => setOpened(false);
  const print = () => {
    const days = [...new Set(orders.map(({ date }) => date))].sort();
    void navigate(`/print?date=${days.join(',')}&orders=${orders.map(({ id }) => id).join(',')}`);
  };
  return (
    <>
      {orders.length === 0 ? (
        <UndoNotice />
      ) : (
        <section className={styles.bar} aria-label={words.bar}>
          <strong role="status">{words.selected(orders.length)}</strong>
          <Button variant="default" leftSection={<IconCalendarShare size={20} aria-hidden />} onClick={() => open('move')}>
            {words.move}
          </Button>
          <Button variant="default" leftSection={<IconUsersPlus size={20} aria-hidden />} onClick={() => open('assign')}>
            {words.assign}
          </Button>
          <Button variant="default" leftSection={<IconMessage size={20} aria-hidden />} onClick={() => open('message')}>
            {words.message}
          </Button>
          <Menu position="top-end">
            <Menu.Target>
              <ActionIcon variant="default" loading={file.busy} aria-label={words.more} title={words.more}>
                <IconDotsVertical size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPrinter size={20} aria-hidden />} onClick={print}>
                {words.print}
              </Menu.Item>
              <Menu.Item leftSection={<IconFileExport size={20} aria-hidden />} onClick={() => void file.save('xlsx')}>
                {words.exportXlsx}
              </Menu.Item>
              <Menu.Item leftSection={<IconFileExport size={20} aria-hidden />} onClick={() => void file.save('csv')}>
                {words.exportCsv}
              </Menu.Item>
              <Menu.Item color="clay" leftSection={<IconX size={20} aria-hidden />} onClick={() => open('cancel')}>
                {words.cancel}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <ActionIcon variant="subtle" color="gray" onClick={selection.clear} aria-label={words.clear} title={words.clear}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </section>
      )}
      <Sheet opened={opened} close={close} title={kind === undefined ? '' : words.title[kind](orders.length)}>
        {kind === undefined ? null : (
          <BulkForm
            key={kind}
            kind={kind}
            orders={orders}
            close={close}
            onDone={() => {
              close();
              selection.clear();
            }}
          />
        )}
      </Sheet>
    </>
  );
}
