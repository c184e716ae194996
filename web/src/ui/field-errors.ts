import type { UseFormReturnType } from '@mantine/form';
import { Problem } from '../api/problem.ts';
import { fieldWords } from './field-words.ts';
import { useLanguage } from './language.tsx';

/** Sets the service's validation errors on the fields of a form, in the user's language. */
export function useFieldErrors() {
  const wordsOf = useFieldWords();
  return <T extends Record<string, unknown>>(form: UseFormReturnType<T>, error: unknown): void => {
    for (const [path, words] of wordsOf(error)) if (path in form.getValues()) form.setFieldError(path, words);
  };
}

/** The service's validation errors by field path, in the user's language. */
export function useFieldWords(): (error: unknown) => Map<string, string> {
  const { language } = useLanguage();
  return (error) => new Map(error instanceof Problem ? error.errors.map(({ path, message }) => [path, fieldWords(language, message)]) : []);
}
