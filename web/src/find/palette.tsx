import { Loader, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMe } from '../api/session.ts';
import { IconSearch } from '../icons/search.ts';
import { useWords } from '../ui/language.tsx';
import { useCloseOnBack } from '../ui/sheet-history.ts';
import { takeTypedAhead } from '../ui/type-ahead.ts';
import { findWords } from './find-words.ts';
import styles from './palette.module.css';
import { type SearchResult, useSearchResults } from './search-results.ts';

interface PaletteProps {
  /** Number of openings: the palette resets each time. */
  asked: number;
  showHelp(): void;
}

/** Search field with results: arrow keys select, Enter opens. */
export function Palette({ asked, showHelp }: PaletteProps) {
  const words = useWords(findWords);
  const [opened, setOpened] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again opens it again
  useEffect(() => setOpened(true), [asked]);
  const close = () => setOpened(false);
  useCloseOnBack(opened, close);
  return (
    <Modal
      opened={opened}
      onClose={close}
      withCloseButton={false}
      centered={false}
      yOffset="8vh"
      size={640}
      padding={0}
      attributes={{ content: { 'aria-label': words.findAnything } }}
    >
      <Finder close={close} showHelp={showHelp} />
    </Modal>
  );
}

function Finder({ close, showHelp }: { close(): void; showHelp(): void }) {
  const words = useWords(findWords);
  const navigate = useNavigate();
  const { role } = useMe();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 150);
  const [at, setAt] = useState(0);
  const { groups, isLoading, hasFailed } = useSearchResults(asked, role, showHelp);
  const all = groups.flatMap(({ found }) => found);
  const chosen = all[Math.min(at, all.length - 1)];

  const go = (found: SearchResult) => {
    close();
    if (found.act === undefined) void navigate(found.to);
    else found.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      const next = (at + step + all.length) % all.length;
      setAt(next);
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      go(chosen);
    }
  };
  return (
    <div>
      <TextInput
        data-autofocus
        variant="unstyled"
        size="lg"
        className={styles.field ?? ''}
        leftSection={<IconSearch size={22} aria-hidden />}
        leftSectionWidth={52}
        rightSection={isLoading ? <Loader size={20} aria-label={words.looking} /> : null}
        aria-label={words.findAnything}
        placeholder={words.placeholder}
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onFocus={() => setText((before) => before + takeTypedAhead())}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.key}`}
        autoComplete="off"
        spellCheck={false}
      />
      <div ref={list} id={listId} role="listbox" aria-label={words.findAnything} className={styles.list}>
        {groups.map(({ name, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list box, not fields of a form
          <div key={name} role="group" aria-label={name}>
            <div className={styles.name} aria-hidden>
              {name}
            </div>
            {found.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={item.key}
                id={`${listId}-${item.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={item === chosen}
                className={styles.option}
                onClick={() => go(item)}
                onPointerMove={() => setAt(all.indexOf(item))}
              >
                <item.icon size={22} aria-hidden />
                <span className={styles.text}>
                  <span>{item.label}</span>
                  {item.detail === undefined ? null : <span className={styles.detail}>{item.detail}</span>}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && !isLoading ? (
        <Text p="lg" c="dimmed" role="status">
          {hasFailed ? words.failed : words.nothing}
        </Text>
      ) : null}
    </div>
  );
}
