import { UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconSearch } from '../icons/search.ts';
import { Keys } from '../ui/keys.tsx';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { shortcutWords } from '../ui/shortcut-words.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import { startTypeAhead } from '../ui/type-ahead.ts';
import styles from './find.module.css';
import { findWords } from './find-words.ts';

const ShortcutHelp = lazyPart(() => import('../ui/shortcut-help.tsx'), 'ShortcutHelp');
const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');

/** Command palette (search for orders, farmers and pages) and keyboard shortcuts of all pages. */
export function Find() {
  const words = useWords(findWords);
  const keyWords = useWords(shortcutWords);
  const navigate = useNavigate();
  const [asked, setAsked] = useState(0);
  const [helping, setHelping] = useState(false);
  const [helped, setHelped] = useState(false);
  const help = () => {
    setHelped(true);
    setHelping(true);
  };
  const open = () => {
    startTypeAhead();
    setAsked((times) => times + 1);
  };
  const book = () => {
    if (location.pathname + location.search !== '/book') startTypeAhead();
    void navigate('/book');
  };
  useShortcuts(keyWords.everywhere, [
    { keys: ['/', 'Ctrl K'], description: words.findAnything, run: open },
    { keys: 'B', description: words.bookForCaller, run: book },
    { keys: '?', description: keyWords.showThis, run: help },
  ]);
  return (
    <>
      <UnstyledButton className={styles.button} onClick={open} aria-haspopup="dialog" aria-keyshortcuts="/ Control+K">
        <IconSearch size={22} aria-hidden />
        <span className={styles.words}>{words.find}</span>
        <span className="visually-hidden">{words.findAnything}</span>
        <span className={styles.shortcut}>
          <Keys keys="Ctrl K" hidden />
        </span>
      </UnstyledButton>
      {asked === 0 ? null : (
        <Suspense>
          <Palette asked={asked} showHelp={help} />
        </Suspense>
      )}
      {helped ? (
        <Suspense>
          <ShortcutHelp opened={helping} close={() => setHelping(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
