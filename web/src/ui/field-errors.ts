import type { UseFormReturnType } from '@mantine/form';
import { Problem } from '../api/problem.ts';

/** Puts what the service says about fields beside the fields; true if it said so about any that the form has. */
export function showFieldErrors<T extends Record<string, unknown>>(form: UseFormReturnType<T>, error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  const known = error.errors.filter(({ path }) => path in form.getValues());
  for (const { path, message } of known) form.setFieldError(path, message);
  return known.length > 0;
}
