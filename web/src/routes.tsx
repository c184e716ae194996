import { createBrowserRouter } from 'react-router';
import { SignedOut } from './accounts/signed-out.tsx';
import { outside, places, signedIn } from './page-files.ts';
import { Broken, NotFound } from './ui/broken.tsx';
import { ByRole, shownPage } from './ui/pages.tsx';

const pageOutside = (path: keyof typeof outside) => {
  const file = outside[path];
  if (file === undefined) throw new Error(`No page at ${path}.`);
  return { path, Component: shownPage(file) };
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: Broken,
    children: [
      { Component: SignedOut, children: [pageOutside('/sign-in'), pageOutside('/sign-up'), pageOutside('/forgot')] },
      // A link in a mail works whoever is signed in on this device.
      pageOutside('/reset'),
      {
        Component: shownPage(signedIn),
        children: [
          ...Object.entries(places).map(([path, files]) => ({ path, element: <ByRole files={files} /> })),
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]);
