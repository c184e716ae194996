import { useState } from 'react';
import { useMe } from '../../api/session.ts';

/** The unsent message about an order, stored in the tab's session storage. */
export function useMessageDraft(orderId: number): [text: string, setText: (text: string) => void] {
  const storageKey = `swath-message-${useMe().id}-${orderId}`;
  const [text, setText] = useState(() => readDraft(storageKey));
  return [
    text,
    (changed) => {
      setText(changed);
      storeDraft(storageKey, changed);
    },
  ];
}

function readDraft(storageKey: string): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

function storeDraft(storageKey: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, text);
  } catch {
    // Without storage the text is kept only while the page is open.
  }
}
