import '@mantine/notifications/styles.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useWords } from './language.tsx';
import { useIsPhone } from './phone.ts';
import styles from './toasts.module.css';
import { uiWords } from './words.ts';

export function Toasts() {
  const { close } = useWords(uiWords);
  const isPhone = useIsPhone();
  return (
    <MantineThemeProvider
      inherit
      theme={{ components: { Notification: { defaultProps: { withBorder: true, closeButtonProps: { 'aria-label': close, size: 44 } } } } }}
    >
      {/* The default of 200 pixels cuts two lines of a large font. */}
      <Notifications position={isPhone ? 'bottom-center' : 'bottom-right'} notificationMaxHeight="80dvh" className={styles.toasts ?? ''} />
    </MantineThemeProvider>
  );
}
