import { Button, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PageOf } from '../api/infinite-list.ts';
import { IconPlus } from '../icons/plus.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { OnOff } from '../ui/on-off.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { catalogWords } from './catalog-words.ts';
import { companyWords } from './company-words.ts';
import { Part } from './part.tsx';
import { SwitchButton } from './switch-button.tsx';

type Words = (typeof catalogWords)['en']['crops' | 'sessions'];

interface CatalogPageProps<Item> {
  words: Words;
  intro: string;
  /** The menu that exports the list. */
  exports: ReactNode;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>;
  nameOf(item: NoInfer<Item>): string;
  row(item: Item, edit: () => void): ReactNode;
  /** Form to add an item, or to change the given one. */
  form(item: Item | undefined, close: () => void): ReactNode;
}

/** List of crops or sessions, each with edit and deactivate, and a button to add one. */
export function CatalogPage<Item extends { id: number }>({ words, intro, exports, list, nameOf, row, form }: CatalogPageProps<Item>) {
  const [edited, setEdited] = useState<Item | 'new' | undefined>();
  const close = () => setEdited(undefined);
  const known = edited === 'new' ? undefined : edited;
  return (
    <Part
      title={words.title}
      narrow
      exports={exports}
      actions={
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
          {words.add}
        </Button>
      }
    >
      <Text>{intro}</Text>
      <InfiniteList list={list} empty={<EmptyState title={words.none} text={words.noneText} />}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>{row(item, () => setEdited(item))}</li>
            ))}
          </ul>
        )}
      </InfiniteList>
      <Sheet opened={edited !== undefined} close={close} title={known === undefined ? words.add : words.changeTitle(nameOf(known))}>
        {edited === undefined ? null : form(known, close)}
      </Sheet>
    </Part>
  );
}

interface CatalogRowProps {
  words: Words;
  name: string;
  note: string;
  active: boolean;
  edit(): void;
  changes: readonly string[];
  act(active: boolean): Promise<unknown>;
  onFailed?(error: unknown): void;
}

export function CatalogRow({ words, name, note, active, edit, changes, act, onFailed }: CatalogRowProps) {
  const { change } = useWords(companyWords);
  return (
    <div className={styles.row}>
      <span className={styles.main}>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>{note}</span>
      </span>
      <OnOff on={active} words={{ on: words.bookable, off: words.notBookable }} />
      <span className={styles.tools}>
        <Button variant="default" aria-label={`${change}: ${name}`} onClick={edit}>
          {change}
        </Button>
        <SwitchButton
          active={active}
          name={name}
          offTitle={words.offTitle(name)}
          offText={words.offText}
          done={{ on: words.turnedOn, off: words.turnedOff }}
          changes={[changes]}
          act={act}
          {...(onFailed === undefined ? {} : { onFailed })}
        />
      </span>
    </div>
  );
}
