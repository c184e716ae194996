import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IntentKey, textOf } from '../api/idempotency.ts';
import { keepFocus } from './keep-focus.ts';
import { useProblemWords } from './problem-words.ts';

interface ActionOptions<Input, Result> {
  /** The key is for the Idempotency-Key header: it stays the same when the same input is sent again after an unknown outcome. */
  act(input: Input, idempotencyKey: string): Promise<Result>;
  /** Keys of the queries that the action makes outdated. */
  invalidates?: readonly QueryKey[];
  /** Shown as a toast. */
  successMessage?: string | ((result: Result) => string);
  onSuccess?(result: Result, input: Input): void;
  onError?(error: unknown): void;
  /** The page shows the error itself, next to the field or in a dialog: all errors, or those for which it answers true. */
  showsOwnErrors?: boolean | ((error: unknown) => boolean);
}

/** A mutation with an idempotency key, a toast for success or error, and invalidation of the affected queries. */
export function useAction<Input = void, Result = unknown>({
  act,
  invalidates = [],
  successMessage,
  onSuccess,
  onError,
  showsOwnErrors = false,
}: ActionOptions<Input, Result>) {
  const queries = useQueryClient();
  const explain = useProblemWords();
  const [intent] = useState(() => new IntentKey());
  const [pendingInputs] = useState(() => new Set<string>());
  const [focus] = useState(() => ({ restore: () => {} }));
  const mutation = useMutation({
    mutationFn: (input: Input) => act(input, intent.keyFor(input)),
    onSuccess: (result, input) => {
      intent.succeeded();
      for (const queryKey of invalidates) void queries.invalidateQueries({ queryKey });
      const message = typeof successMessage === 'function' ? successMessage(result) : successMessage;
      if (message !== undefined) notifications.show({ message, color: 'leaf' });
      onSuccess?.(result, input);
    },
    onError: (error) => {
      intent.failed(error);
      onError?.(error);
      const isShown = typeof showsOwnErrors === 'function' ? showsOwnErrors(error) : showsOwnErrors;
      if (!isShown) notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    },
    onSettled: (_result, _error, input) => {
      pendingInputs.delete(textOf(input));
      focus.restore();
    },
  });
  // A second click may come before the button is rendered as pending.
  const mutate: typeof mutation.mutate = (...args) => {
    const text = textOf(args[0]);
    if (pendingInputs.has(text)) return;
    pendingInputs.add(text);
    focus.restore = keepFocus();
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}
