import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IntentKey, textOf } from '../api/idempotency.ts';
import { useProblemWords } from './problem-words.ts';

interface ActionOptions<Input, Result> {
  /** The key is for the Idempotency-Key header: it stays the same when the same input is sent again after an unknown outcome. */
  act(input: Input, idempotencyKey: string): Promise<Result>;
  /** Questions whose answers are not true any more afterwards. */
  invalidates?: readonly QueryKey[];
  /** Said in a few words when it went well. */
  successMessage?: string | ((result: Result) => string);
  onSuccess?(result: Result, input: Input): void;
  onError?(error: unknown): void;
  /** True: the page shows the problem itself, beside the field at fault. */
  showsOwnErrors?: boolean;
}

/** One way to do something: it says when it is done, says what to do when it is refused, and asks again what changed. */
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
      if (!showsOwnErrors) notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    },
    onSettled: (_result, _error, input) => {
      pendingInputs.delete(textOf(input));
    },
  });
  // A second press may come before the page shows the first one as pending.
  const mutate: typeof mutation.mutate = (...args) => {
    const text = textOf(args[0]);
    if (pendingInputs.has(text)) return;
    pendingInputs.add(text);
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}
