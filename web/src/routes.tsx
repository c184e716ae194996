import { type RouteObject, useLocation, useRoutes } from 'react-router';
import { SignedOut } from './accounts/signed-out.tsx';
import { signedInFrame, signedInPages, signedOutPages } from './page-files.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { NotFound } from './ui/error-page.tsx';
import { PageByRole, pageComponent } from './ui/pages.tsx';

const signedOutRoute = (path: keyof typeof signedOutPages): RouteObject => {
  const file = signedOutPages[path];
  if (file === undefined) throw new Error(`No page at ${path}.`);
  return { path, Component: pageComponent(file) };
};

const routes: RouteObject[] = [
  {
    Component: SignedOut,
    children: ['/sign-in', '/sign-up', '/sign-up/complete', '/forgot', '/sign-in/phone', '/sign-up/phone', '/forgot/phone'].map(
      signedOutRoute,
    ),
  },
  // Issuers send the browser there: to sign in, or to link an account that is signed in.
  signedOutRoute('/sign-in/callback'),
  // A link in a mail works regardless of who is signed in on this device.
  signedOutRoute('/reset'),
  // A printed record has this address.
  signedOutRoute('/check'),
  {
    Component: pageComponent(signedInFrame),
    children: [
      ...Object.entries(signedInPages).map(([path, files]) => ({ path, element: <PageByRole files={files} /> })),
      { path: '*', Component: NotFound },
    ],
  },
];

/** The page for the current address. */
export function Pages() {
  const { key } = useLocation();
  return <ErrorBoundary locationKey={key}>{useRoutes(routes)}</ErrorBoundary>;
}
