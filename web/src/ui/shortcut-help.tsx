import { Stack, Switch, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { Keys } from './keys.tsx';
import { useWords } from './language.tsx';
import { Sheet } from './sheet.tsx';
import styles from './shortcut-help.module.css';
import { shortcutWords } from './shortcut-words.ts';
import { areSingleKeysEnabled, keysOf, setSingleKeysEnabled, useActiveShortcuts } from './shortcuts.ts';

/** Dialog with the keyboard shortcuts of the page. */
export function ShortcutHelp({ opened, close }: { opened: boolean; close(): void }) {
  const words = useWords(shortcutWords);
  return (
    <Sheet opened={opened} close={close} title={words.title}>
      <ShortcutList />
    </Sheet>
  );
}

function ShortcutList() {
  const words = useWords(shortcutWords);
  const groups = useActiveShortcuts();
  return (
    <Stack gap="lg">
      {groups.map(({ title, shortcuts }) => (
        <section key={title}>
          <Title order={3} size="h3" mb="xs">
            {title}
          </Title>
          <dl className={styles.list}>
            {shortcuts.map((shortcut) => (
              <Fragment key={shortcut.description}>
                <dt>
                  {keysOf(shortcut).map((keys) => (
                    <Keys key={keys} keys={keys} />
                  ))}
                </dt>
                <dd>{shortcut.description}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        size="md"
        label={words.singleKeys}
        checked={areSingleKeysEnabled()}
        onChange={({ currentTarget }) => setSingleKeysEnabled(currentTarget.checked)}
      />
      <Text c="dimmed" size="sm">
        {words.singleKeysWhy}
      </Text>
    </Stack>
  );
}
