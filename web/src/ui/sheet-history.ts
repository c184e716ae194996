import { useEffect, useEffectEvent, useRef } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, useLocation } from 'react-router';

// Each open sheet has its own history entry after that of the page, so that the Back button closes the sheet instead of leaving the page.
// The entry is a copy of the page's entry with the number of open sheets. The router gets no event for a step between the two.

type EntryState = { idx?: number; sheets?: number } | null;

const entryState = (): EntryState => history.state as EntryState;

/** How many sheets the current history entry stands for. */
const sheetsOfEntry = (): number => entryState()?.sheets ?? 0;

interface OpenSheet {
  close(): void;
  /** Closes it once the page of another entry is rendered: before, `close` of a sheet with its own address would replace that entry. */
  closeAfterRender(): void;
}

/** The topmost last. */
const openSheets: OpenSheet[] = [];

/** While the browser removes entries of sheets, which is asynchronous: the navigations that wait for it. */
let afterRemoval: (() => void)[] | undefined;
let removalTimer: ReturnType<typeof setTimeout> | undefined;
/** The browser has not taken the step of a removal within the limit; it may still do so. */
let isStepLate = false;

function removeEntries(count: number, then?: () => void): void {
  afterRemoval = then === undefined ? [] : [then];
  history.go(-count);
  limitRemoval(10);
}

/**
 * The browser sends no event if there is no entry to step to or if another navigation cancels the step. The limit of one second has
 * several parts so that a busy page, where the event is late too, does not reach it.
 */
function limitRemoval(parts: number): void {
  removalTimer = setTimeout(() => {
    if (parts > 1) {
      limitRemoval(parts - 1);
    } else {
      history.replaceState({ ...entryState(), idx: (entryState()?.idx ?? 0) - sheetsOfEntry(), sheets: 0 }, '');
      isStepLate = true;
      endRemoval();
    }
  }, 100);
}

function endRemoval(): void {
  const navigations = afterRemoval ?? [];
  cancelRemoval();
  for (const navigate of navigations) navigateFromPage(navigate);
  // After a navigation, sheets that are still open register again.
  if (navigations.length === 0) matchEntries();
}

function cancelRemoval(): void {
  clearTimeout(removalTimer);
  afterRemoval = undefined;
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

function onStepWithinPage(): void {
  const isOwnStep = isStepLate;
  isStepLate = false;
  if (afterRemoval !== undefined) {
    endRemoval();
  } else if (isOwnStep || sheetsOfEntry() > openSheets.length) {
    // A removal that came late, or a step forward to the entry of a closed sheet.
    matchEntries();
  } else {
    for (const { close } of openSheets.slice(sheetsOfEntry()).reverse()) close();
  }
}

function onStepToOtherPage(): void {
  // Navigations that wait started at the page that was left; a replacement would overwrite the entry of this one.
  cancelRemoval();
  isStepLate = false;
  for (const { closeAfterRender } of openSheets) closeAfterRender();
  // Forward to the entry of a sheet that was closed. Sheets that are still open match the entries when they close.
  if (openSheets.length === 0) matchEntries();
}

/** A navigation starts at the page's entry, so that neither Back nor Forward leads to the entry of a closed sheet. */
function navigateFromPage(navigate: () => void): void {
  if (afterRemoval !== undefined) afterRemoval.push(navigate);
  else if (sheetsOfEntry() > 0) removeEntries(sheetsOfEntry(), navigate);
  else {
    // It cancels a step that is still to come.
    isStepLate = false;
    navigate();
  }
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
      if (isSameEntry) {
        onStepWithinPage();
        return;
      }
      listener(update);
      if (update.action === 'POP') onStepToOtherPage();
    });
    matchEntries();
    return stop;
  };
  return base;
}

/**
 * While opened, the Back button closes it. `close` must close it: it is not called again for the same step.
 * If nested sheets stay open after a navigation, the inner one registers first, and Back closes the outer one before it.
 */
export function useCloseOnBack(opened: boolean, close: () => void): void {
  const { key } = useLocation();
  const onBack = useEffectEvent(close);
  const closesAfterRender = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sheet that stays open after a navigation needs an entry on top of the new one
  useEffect(() => {
    const isLeft = closesAfterRender.current;
    closesAfterRender.current = false;
    if (!opened) return;
    if (isLeft) {
      onBack();
      return;
    }
    const sheet: OpenSheet = {
      close: () => onBack(),
      closeAfterRender: () => {
        closesAfterRender.current = true;
      },
    };
    openSheets.push(sheet);
    queueMicrotask(matchEntries);
    return () => {
      openSheets.splice(openSheets.indexOf(sheet), 1);
      queueMicrotask(matchEntries);
    };
  }, [opened, key]);
}
