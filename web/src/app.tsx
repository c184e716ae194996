import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { RouterProvider } from 'react-router';
import { CompanyProvider } from './api/company.tsx';
import { keeper } from './api/kept.ts';
import { actionsKeptFor, queryClient } from './api/queries.ts';
import { isUnsent, prepareFieldActions, resumeFieldActions } from './fieldwork/field-actions.ts';
import { router } from './routes.tsx';
import { LanguageProvider, useWords } from './ui/language.tsx';
import { cssVariables, theme } from './ui/theme.ts';
import { uiWords } from './ui/words.ts';

// Styles that libraries make while the page runs carry the page's own nonce, or its policy would refuse them.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

prepareFieldActions(queryClient);

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <LanguageProvider>
        <PersistQueryClientProvider
          client={queryClient}
          persistOptions={{
            persister: keeper,
            maxAge: actionsKeptFor,
            dehydrateOptions: { shouldDehydrateMutation: isUnsent },
          }}
          onSuccess={() => {
            // What was kept is shown at once, but whoever loads the page wants to know how things are now.
            void queryClient.invalidateQueries({ refetchType: 'none' });
            resumeFieldActions(queryClient);
          }}
        >
          <CompanyProvider>
            <Toasts />
            <RouterProvider router={router} />
          </CompanyProvider>
        </PersistQueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}

function Toasts() {
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
