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
  // By its key: results that arrive later move the others.
  const [chosenKey, setChosenKey] = useState<string>();
  const [isEntered, setEntered] = useState(false);
  const { groups, isLoading, isIncomplete, hasFailed } = useSearchResults(asked, role, showHelp);
  const all = groups.flatMap(({ found }) => found);
  const explicit = all.find(({ key }) => key === chosenKey);
  const chosen = explicit ?? all[0];
  const isCurrent = asked === text.trim() && !isIncomplete;

  const go = (found: SearchResult) => {
    close();
    if (found.act === undefined) void navigate(found.to);
    else found.act();
  };
  // Enter right after typing opens the best result of that text, and not of what was shown before.
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    if (chosen !== undefined) go(chosen);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && chosen !== undefined) {
      event.preventDefault();
      const next = (all.indexOf(chosen) + step + all.length) % all.length;
      setChosenKey(all[next]?.key);
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (explicit === undefined) setEntered(true);
      else go(explicit);
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
          setChosenKey(undefined);
          setEntered(false);
        }}
        onFocus={() => {
          const ahead = takeTypedAhead();
          setText((before) => before + ahead.text);
          if (ahead.isEntered) setEntered(true);
        }}
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
                onPointerMove={() => setChosenKey(item.key)}
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
