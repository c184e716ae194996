import { useEffect, useEffectEvent } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, useLocation } from 'react-router';

// Each open sheet has its own history entry after that of the page, so that the Back button closes the sheet instead of leaving the page.
// The entry is a copy of the page's entry with the number of open sheets. The router gets no event for a step between the two.

type EntryState = { idx?: number; sheets?: number } | null;

const entryState = (): EntryState => history.state as EntryState;

/** How many sheets the current history entry stands for. */
const sheetsOfEntry = (): number => entryState()?.sheets ?? 0;

/** Functions that close the open sheets, the topmost last. */
const openSheets: (() => void)[] = [];

/** While the browser removes entries of sheets, which is asynchronous: the navigations that wait for it. */
let afterRemoval: (() => void)[] | undefined;

function removeEntries(count: number, then?: () => void): void {
  afterRemoval = then === undefined ? [] : [then];
  history.go(-count);
}

/** Adds or removes entries until there is one for each open sheet. */
function matchEntries(): void {
  if (afterRemoval !== undefined) return;
  const surplus = sheetsOfEntry() - openSheets.length;
  if (surplus > 0) removeEntries(surplus);
  for (let missing = -surplus; missing > 0; missing--) {
    history.pushState({ ...entryState(), idx: (entryState()?.idx ?? 0) + 1, sheets: sheetsOfEntry() + 1 }, '');
  }
}

function onStep(): void {
  if (afterRemoval !== undefined) {
    const navigations = afterRemoval;
    afterRemoval = undefined;
    for (const navigate of navigations) navigateFromPage(navigate);
    // After a navigation, sheets that are still open register again.
    if (navigations.length === 0) matchEntries();
  } else if (sheetsOfEntry() > openSheets.length) {
    // Forward to the entry of a sheet that was closed, or a reload with an open sheet.
    matchEntries();
  } else {
    for (const close of openSheets.slice(sheetsOfEntry()).reverse()) close();
  }
}

/** A navigation starts at the page's entry, so that neither Back nor Forward leads to the entry of a closed sheet. */
function navigateFromPage(navigate: () => void): void {
  if (afterRemoval !== undefined) afterRemoval.push(navigate);
  else if (sheetsOfEntry() > 0) removeEntries(sheetsOfEntry(), navigate);
  else navigate();
}

/** The browser's history for the router, without the entries of sheets. */
export function createHistoryWithSheets(): ReturnType<typeof createBrowserHistory> {
  const base = createBrowserHistory({ v5Compat: true });
  const { push, replace, go, listen } = base;
  const addressOf = ({ key, pathname, search, hash }: typeof base.location) => [key, pathname, search, hash].join(' ');
  base.push = (to, state) => navigateFromPage(() => push(to, state));
  base.replace = (to, state) => navigateFromPage(() => replace(to, state));
  base.go = (delta) => navigateFromPage(() => go(delta));
  base.listen = (listener) => {
    let current = addressOf(base.location);
    const stop = listen((update) => {
      const isSameEntry = update.action === 'POP' && current === addressOf(update.location);
      current = addressOf(update.location);
      if (!isSameEntry) listener(update);
      if (update.action === 'POP') onStep();
    });
    matchEntries();
    return stop;
  };
  return base;
}

/** While opened, the Back button closes it. */
export function useCloseOnBack(opened: boolean, close: () => void): void {
  const { key } = useLocation();
  const onBack = useEffectEvent(close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sheet that stays open after a navigation needs an entry on top of the new one
  useEffect(() => {
    if (!opened) return;
    const closeSheet = () => onBack();
    openSheets.push(closeSheet);
    queueMicrotask(matchEntries);
    return () => {
      openSheets.splice(openSheets.indexOf(closeSheet), 1);
      queueMicrotask(matchEntries);
    };
  }, [opened, key]);
}
