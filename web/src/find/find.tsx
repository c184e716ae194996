import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { Keys, ShortcutHelp } from '../ui/shortcut-help.tsx';
import { shortcutWords } from '../ui/shortcut-words.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import styles from './find.module.css';
import { findWords } from './find-words.ts';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');

/** From any page to any order, farmer or page, and what the keyboard can do. */
export function Find() {
  const words = useWords(findWords);
  const help = useWords(shortcutWords);
  const navigate = useNavigate();
  const [asked, setAsked] = useState(0);
  const [helping, setHelping] = useState(false);
  const open = () => setAsked((times) => times + 1);
  useShortcuts(help.everywhere, [
    { keys: ['/', 'Ctrl K'], does: words.findAnything, act: open },
    { keys: 'B', does: words.bookForCaller, act: () => void navigate('/book') },
    { keys: '?', does: help.showThis, act: () => setHelping(true) },
  ]);
  return (
    <>
      <UnstyledButton
        className={styles.button}
        onClick={open}
        aria-label={words.findAnything}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
      >
        <IconSearch size={22} aria-hidden />
        <span className={styles.words} aria-hidden>
          {words.find}
        </span>
        <span className={styles.shortcut} aria-hidden>
          <Keys keys="Ctrl K" />
        </span>
      </UnstyledButton>
      {asked === 0 ? null : (
        <Suspense>
          <Palette asked={asked} showHelp={() => setHelping(true)} />
        </Suspense>
      )}
      <ShortcutHelp opened={helping} close={() => setHelping(false)} />
    </>
  );
}
