import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As printed on the keys: 'B', '/', 'Ctrl K'. Alternatives as an array: ['A', 'Enter']. */
  keys: string | string[];
  /** Text in the list of shortcuts. */
  description: string;
  /** Omitted if the focused element handles the key itself; the shortcut is then only listed. */
  run?(): void;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

const storageKey = 'swath-single-keys';
const groups = new Set<{ current: ShortcutGroup }>();
const listeners = new Set<() => void>();
let version = 0;

function notifyListeners(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function subscribe(watch: () => void): () => void {
  listeners.add(watch);
  return () => listeners.delete(watch);
}

export const keysOf = ({ keys }: Shortcut): string[] => (typeof keys === 'string' ? [keys] : keys);

/** Users of speech input can turn single-key shortcuts off (WCAG 2.1.4). */
export const areSingleKeysEnabled = (): boolean => localStorage.getItem(storageKey) === null;
export function setSingleKeysEnabled(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  notifyListeners();
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

function matchesKey(keys: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const expected = keys.toLowerCase();
  const command = ctrlKey || metaKey;
  if (expected.startsWith('ctrl ')) return command && !altKey && key.toLowerCase() === expected.slice(5);
  return !command && !altKey && key.toLowerCase() === expected;
}

function runShortcut(event: KeyboardEvent, shortcuts: readonly Shortcut[]): void {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  if (document.querySelector('[aria-modal="true"]') !== null) return;
  const ignoreSingleKeys = isTyping(event.target) || !areSingleKeysEnabled();
  for (const shortcut of shortcuts) {
    if (shortcut.run === undefined) continue;
    if (!keysOf(shortcut).some((keys) => matchesKey(keys, event) && !(ignoreSingleKeys && keys.length === 1))) continue;
    event.preventDefault();
    shortcut.run();
    return;
  }
}

/** Registers the shortcuts of a page. They are ignored while the user types or a dialog is open. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const ownGroup = useRef<ShortcutGroup>({ title, shortcuts });
  useEffect(() => {
    ownGroup.current = { title, shortcuts };
  });
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => runShortcut(event, ownGroup.current.shortcuts);
    groups.add(ownGroup);
    addEventListener('keydown', onKeyDown);
    notifyListeners();
    return () => {
      groups.delete(ownGroup);
      removeEventListener('keydown', onKeyDown);
      notifyListeners();
    };
  }, []);
}

/** All shortcuts that are registered now. */
export function useActiveShortcuts(): ShortcutGroup[] {
  useSyncExternalStore(subscribe, () => version);
  return [...groups].map(({ current }) => current).filter(({ shortcuts }) => shortcuts.length > 0);
}
