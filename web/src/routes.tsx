import { Component, type ReactNode } from 'react';
import { type RouteObject, useLocation, useRoutes } from 'react-router';
import { SignedOut } from './accounts/signed-out.tsx';
import { outside, places, signedIn } from './page-files.ts';
import { Broken, NotFound } from './ui/broken.tsx';
import { ByRole, shownPage } from './ui/pages.tsx';

const pageOutside = (path: keyof typeof outside): RouteObject => {
  const file = outside[path];
  if (file === undefined) throw new Error(`No page at ${path}.`);
  return { path, Component: shownPage(file) };
};

const routes: RouteObject[] = [
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
];

/** Whatever is at the address. */
export function Pages() {
  const { key } = useLocation();
  return <UntilBroken at={key}>{useRoutes(routes)}</UntilBroken>;
}

interface UntilBrokenProps {
  at: string;
  children: ReactNode;
}

/** A page that broke says so, until the reader goes elsewhere. */
class UntilBroken extends Component<UntilBrokenProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate({ at }: UntilBrokenProps) {
    if (this.state.broken && at !== this.props.at) this.setState({ broken: false });
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}
