import type { UseFormReturnType } from '@mantine/form';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Puts a saved setting into the cache and into its form, which then has no unsaved changes. */
export function useSavedSetting<Values extends Record<string, unknown>, Setting>(
  form: UseFormReturnType<Values>,
  queryKey: QueryKey,
  valuesOf: (setting: Setting) => Values,
): (saved: Setting) => void {
  const queries = useQueryClient();
  return (saved) => {
    queries.setQueryData(queryKey, saved);
    form.setInitialValues(valuesOf(saved));
    form.reset();
  };
}
