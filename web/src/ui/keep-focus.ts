/** A page renders the result of an action within this time. */
const renderDelayMs = 100;

/**
 * Call before an action. The returned function, called after it, restores the focus if it was lost: a button loses it while it is disabled,
 * and the next key would be taken for a shortcut. If the element is gone, the dialog or the content of the page gets the focus.
 */
export function keepFocus(): () => void {
  const focused = document.activeElement;
  return () => {
    if (!(focused instanceof HTMLElement) || focused === document.body) return;
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const isUsable = focused.isConnected && !focused.matches(':disabled');
      const target = isUsable ? focused : (document.querySelector<HTMLElement>('[role="dialog"]') ?? document.getElementById('content'));
      target?.focus({ preventScroll: true });
    }, renderDelayMs);
  };
}
