import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconArrowDown } from '../icons/arrow-down.ts';
import { IconArrowUp } from '../icons/arrow-up.ts';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { channelWords } from './channel-words.ts';

interface ChannelOrderProps<Item> {
  items: readonly Item[];
  /** Name of a channel, for the buttons. */
  nameOf(item: Item): string;
  keyOf(item: Item): string;
  onChange(items: Item[]): void;
  children(item: Item): ReactNode;
}

/** A list whose items are moved with buttons, which also work with a keyboard and gloves. */
export function ChannelOrder<Item>({ items, nameOf, keyOf, onChange, children }: ChannelOrderProps<Item>) {
  const words = useWords(channelWords);
  const swap = (at: number) => {
    const moved = [...items];
    const [first, second] = [moved[at], moved[at + 1]];
    if (first === undefined || second === undefined) return;
    moved[at] = second;
    moved[at + 1] = first;
    onChange(moved);
  };
  return (
    <ol className={styles.list}>
      {items.map((item, at) => (
        <li key={keyOf(item)} className={styles.row}>
          <div className={styles.main}>{children(item)}</div>
          {items.length < 2 ? null : (
            <span className={styles.tools}>
              <ActionIcon variant="default" size={44} disabled={at === 0} aria-label={words.up(nameOf(item))} onClick={() => swap(at - 1)}>
                <IconArrowUp size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={44}
                disabled={at === items.length - 1}
                aria-label={words.down(nameOf(item))}
                onClick={() => swap(at)}
              >
                <IconArrowDown size={20} aria-hidden />
              </ActionIcon>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
