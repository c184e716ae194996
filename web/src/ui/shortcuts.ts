import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As printed on the keys: 'B', '/', 'Ctrl K'. Several for the same: ['A', 'Enter']. */
  keys: string | string[];
  /** What it does, for the list of shortcuts. */
  does: string;
  /** Left out: whatever has the focus hears the key itself, and it is only listed. */
  act?(): void;
}

interface Listed {
  where: string;
  shortcuts: readonly Shortcut[];
}

const offAs = 'swath-single-keys';
const listed = new Set<{ current: Listed }>();
const watchers = new Set<() => void>();
let version = 0;

function changed(): void {
  version += 1;
  for (const watch of watchers) watch();
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

export const keysOf = ({ keys }: Shortcut): string[] => (typeof keys === 'string' ? [keys] : keys);

/** Someone who speaks to their computer wants single letters left alone. */
export const singleKeysOn = (): boolean => localStorage.getItem(offAs) === null;
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(offAs);
  else localStorage.setItem(offAs, 'off');
  changed();
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

function fits(keys: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const wanted = keys.toLowerCase();
  const command = ctrlKey || metaKey;
  if (wanted.startsWith('ctrl ')) return command && !altKey && key.toLowerCase() === wanted.slice(5);
  return !command && !altKey && key.toLowerCase() === wanted;
}

function actOn(event: KeyboardEvent, shortcuts: readonly Shortcut[]): void {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  if (document.querySelector('[aria-modal="true"]') !== null) return;
  const quiet = isTyping(event.target) || !singleKeysOn();
  for (const shortcut of shortcuts) {
    if (shortcut.act === undefined) continue;
    if (!keysOf(shortcut).some((keys) => fits(keys, event) && !(quiet && keys.length === 1))) continue;
    event.preventDefault();
    shortcut.act();
    return;
  }
}

/** Keys of a page: heard wherever the focus is, but not while someone types or a dialog is open. */
export function useShortcuts(where: string, shortcuts: readonly Shortcut[]): void {
  const mine = useRef<Listed>({ where, shortcuts });
  useEffect(() => {
    mine.current = { where, shortcuts };
  });
  // Heard as soon as the page can be seen.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => actOn(event, mine.current.shortcuts);
    listed.add(mine);
    addEventListener('keydown', hear);
    changed();
    return () => {
      listed.delete(mine);
      removeEventListener('keydown', hear);
      changed();
    };
  }, []);
}

/** Every shortcut of what is on the screen now. */
export function useListedShortcuts(): Listed[] {
  useSyncExternalStore(subscribe, () => version);
  return [...listed].map(({ current }) => current).filter(({ shortcuts }) => shortcuts.length > 0);
}
