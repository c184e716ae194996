import { isTyping } from './shortcuts.ts';

let typed = '';

/** From now on, letters are kept for the field that is about to open: a practised hand does not wait for it. */
export function typeAhead(): void {
  typed = '';
  addEventListener('keydown', keep, true);
  addEventListener('pointerdown', stop, true);
  addEventListener('focusin', stopWhenTyping);
}

/** For that field, when it has the focus. */
export function typedAhead(): string {
  stop();
  const text = typed;
  typed = '';
  return text;
}

function stop(): void {
  removeEventListener('keydown', keep, true);
  removeEventListener('pointerdown', stop, true);
  removeEventListener('focusin', stopWhenTyping);
}

function stopWhenTyping({ target }: Event): void {
  if (isTyping(target)) stop();
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Shift' || ctrlKey || metaKey || altKey) return;
  if (key.length > 1 && key !== 'Backspace') {
    stop();
    return;
  }
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
  event.preventDefault();
  event.stopImmediatePropagation();
}
