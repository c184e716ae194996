import { Button } from '@mantine/core';
import { useUnsentCount } from '../fieldwork/unsent.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { uiWords } from '../ui/words.ts';
import { useSignOut } from './sign-out.ts';
import { accountWords } from './words.ts';

/** Signs out, after a warning if reports from the field would be lost. `next`: the page to open after the next sign-in. */
export function SignOutButton({ label, next }: { label?: string; next?: string }) {
  const words = useWords(accountWords);
  const { signOut: signOutWord } = useWords(uiWords);
  const signOut = useSignOut(next);
  const unsent = useUnsentCount();
  return (
    <Confirm
      title={words.unsentTitle}
      text={words.unsentText(unsent)}
      action={words.signOutAnyway}
      keep={words.staySignedIn}
      busy={signOut.isPending}
      onConfirm={() => signOut.mutate()}
      trigger={(ask) => (
        <Button variant="default" onClick={() => (unsent > 0 ? ask() : signOut.mutate())} loading={signOut.isPending}>
          {label ?? signOutWord}
        </Button>
      )}
    />
  );
}
