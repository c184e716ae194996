import { Button } from '@mantine/core';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { auditKey, catalogKeys } from './admin-keys.ts';
import { companyWords } from './company-words.ts';

interface SwitchButtonProps {
  active: boolean;
  /** Name of the item, for screen readers. */
  name: string;
  offTitle: string;
  offText: string;
  done: { on: string; off: string };
  changes: readonly (readonly string[])[];
  act(active: boolean): Promise<unknown>;
  onFailed?(error: unknown): void;
}

/** Deactivates an item after a confirmation, or activates it. */
export function SwitchButton({ active, name, offTitle, offText, done, changes, act, onFailed }: SwitchButtonProps) {
  const words = useWords(companyWords);
  const change = useAction({
    act,
    invalidates: [...changes, ...catalogKeys, auditKey],
    successMessage: active ? done.off : done.on,
    ...(onFailed === undefined ? {} : { onError: onFailed }),
  });
  if (!active)
    return (
      <Button variant="default" aria-label={`${words.turnOn}: ${name}`} loading={change.isPending} onClick={() => change.mutate(true)}>
        {words.turnOn}
      </Button>
    );
  return (
    <Confirm
      title={offTitle}
      text={offText}
      action={words.turnOff}
      busy={change.isPending}
      onConfirm={(close) => change.mutate(false, { onSettled: close })}
      trigger={(open) => (
        <Button variant="default" aria-label={`${words.turnOff}: ${name}`} onClick={open}>
          {words.turnOff}
        </Button>
      )}
    />
  );
}
