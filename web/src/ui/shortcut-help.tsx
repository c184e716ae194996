import { Stack, Switch, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { Keys } from './keys.tsx';
import { useWords } from './language.tsx';
import { Sheet } from './sheet.tsx';
import styles from './shortcut-help.module.css';
import { shortcutWords } from './shortcut-words.ts';
import { keysOf, setSingleKeys, singleKeysOn, useListedShortcuts } from './shortcuts.ts';

/** What the keyboard can do here. */
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
  const places = useListedShortcuts();
  return (
    <Stack gap="lg">
      {places.map(({ where, shortcuts }) => (
        <section key={where}>
          <Title order={3} size="h3" mb="xs">
            {where}
          </Title>
          <dl className={styles.list}>
            {shortcuts.map((shortcut) => (
              <Fragment key={shortcut.does}>
                <dt>
                  {keysOf(shortcut).map((keys) => (
                    <Keys key={keys} keys={keys} />
                  ))}
                </dt>
                <dd>{shortcut.does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        size="md"
        label={words.singleKeys}
        checked={singleKeysOn()}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
      <Text c="dimmed" size="sm">
        {words.singleKeysWhy}
      </Text>
    </Stack>
  );
}
