import { isTyping } from './shortcuts.ts';

let typedText = '';
let isEntered = false;

/** Buffers key presses for a field that is about to open, so that fast typing is not lost. */
export function startTypeAhead(): void {
  typedText = '';
  isEntered = false;
  addEventListener('keydown', recordKey, true);
  addEventListener('pointerdown', stop, true);
  addEventListener('focusin', stopWhenTyping);
}

/** Returns the buffered text to that field when it has the focus, and whether Enter was pressed after it. */
export function takeTypedAhead(): { text: string; isEntered: boolean } {
  stop();
  const typed = { text: typedText, isEntered };
  typedText = '';
  isEntered = false;
  return typed;
}

function stop(): void {
  removeEventListener('keydown', recordKey, true);
  removeEventListener('pointerdown', stop, true);
  removeEventListener('focusin', stopWhenTyping);
}

function stopWhenTyping({ target }: Event): void {
  if (isTyping(target)) stop();
}

function recordKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Shift' || ctrlKey || metaKey || altKey) return;
  if (key === 'Backspace') typedText = typedText.slice(0, -1);
  else if (key.length === 1) typedText += key;
  else {
    stop();
    isEntered = key === 'Enter' && typedText !== '';
    if (!isEntered) return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}
