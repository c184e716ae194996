import { createBrowserRouter } from 'react-router';
import { SignIn } from './accounts/sign-in.tsx';
import { SignedOut } from './accounts/signed-out.tsx';
import { Broken, NotFound } from './ui/broken.tsx';
import { ByRole, lazyPage, type Pages } from './ui/pages.tsx';

const SignedIn = lazyPage(() => import('./accounts/signed-in.tsx'), 'SignedIn');

/** Every address of someone signed in, and what each role finds there. */
const places: Record<string, Pages> = {
  '/': {
    farmer: lazyPage(() => import('./orders/farmer-home.tsx'), 'FarmerHome'),
    receptionist: lazyPage(() => import('./orders/board.tsx'), 'Board'),
    sprayer: lazyPage(() => import('./fieldwork/my-day.tsx'), 'MyDay'),
  },
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: Broken,
    children: [
      { Component: SignedOut, children: [{ path: '/sign-in', Component: SignIn }] },
      {
        Component: SignedIn,
        children: [
          ...Object.entries(places).map(([path, pages]) => ({ path, element: <ByRole pages={pages} /> })),
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]);
