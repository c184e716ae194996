import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useWords } from './language.tsx';
import { uiWords } from './words.ts';

export function Toasts() {
  const { close } = useWords(uiWords);
  return (
    <MantineThemeProvider
      inherit
      theme={{ components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': close, size: 44 } } } } }}
    >
      <Notifications position="top-center" />
    </MantineThemeProvider>
  );
}
