import { isTyping } from './shortcuts.ts';

let typedText = '';

/** Buffers key presses for a field that is about to open, so that fast typing is not lost. */
export function startTypeAhead(): void {
  typedText = '';
  addEventListener('keydown', recordKey, true);
  addEventListener('pointerdown', stop, true);
  addEventListener('focusin', stopWhenTyping);
}

/** Returns the buffered text to that field when it has the focus. */
export function takeTypedAhead(): string {
  stop();
  const text = typedText;
  typedText = '';
  return text;
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
  if (key.length > 1 && key !== 'Backspace') {
    stop();
    return;
  }
  typedText = key === 'Backspace' ? typedText.slice(0, -1) : typedText + key;
  event.preventDefault();
  event.stopImmediatePropagation();
}
