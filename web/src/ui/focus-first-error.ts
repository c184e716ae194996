/** Scrolls to the first wrong field of a form and focuses it; without one, the first error message, as of a map. */
export function focusFirstError(form: HTMLElement): void {
  // An Alert is about the whole form, not about a field.
  const target = form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]:not(.mantine-Alert-root)');
  if (target === null) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
}
