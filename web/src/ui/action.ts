import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useProblemWords } from './problem-words.ts';

interface ActionOptions<Input, Result> {
  act(input: Input): Promise<Result>;
  /** Questions whose answers are not true any more afterwards. */
  changes?: readonly QueryKey[];
  /** Said in a few words when it went well. */
  done?: string | ((result: Result) => string);
  onDone?(result: Result, input: Input): void;
  onFailed?(error: unknown): void;
  /** True: the page shows the problem itself, beside the field at fault. */
  quiet?: boolean;
}

/** One way to do something: it says when it is done, says what to do when it is refused, and asks again what changed. */
export function useAction<Input = void, Result = unknown>({
  act,
  changes = [],
  done,
  onDone,
  onFailed,
  quiet = false,
}: ActionOptions<Input, Result>) {
  const queries = useQueryClient();
  const explain = useProblemWords();
  return useMutation({
    mutationFn: act,
    onSuccess: (result, input) => {
      for (const queryKey of changes) void queries.invalidateQueries({ queryKey });
      const message = typeof done === 'function' ? done(result) : done;
      if (message !== undefined) notifications.show({ message, color: 'leaf' });
      onDone?.(result, input);
    },
    onError: (error) => {
      onFailed?.(error);
      if (!quiet) notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    },
  });
}
