import { createBrowserRouter } from 'react-router';
import { SignIn } from './accounts/sign-in.tsx';
import { SignedOut } from './accounts/signed-out.tsx';
import { Broken, NotFound } from './ui/broken.tsx';
import { ByRole, lazyPage, type Pages } from './ui/pages.tsx';

const SignedIn = lazyPage(() => import('./accounts/signed-in.tsx'), 'SignedIn');
const Account = lazyPage(() => import('./accounts/account.tsx'), 'Account');
const Messages = lazyPage(() => import('./notifications/messages.tsx'), 'Messages');

/** Every address of someone signed in, and what each role finds there. */
const places: Record<string, Pages> = {
  '/': {
    farmer: lazyPage(() => import('./orders/farmer-home.tsx'), 'FarmerHome'),
    receptionist: lazyPage(() => import('./orders/board.tsx'), 'Board'),
    sprayer: lazyPage(() => import('./fieldwork/my-day.tsx'), 'MyDay'),
  },
  '/book': {
    farmer: lazyPage(() => import('./orders/book-spray.tsx'), 'BookSpray'),
    receptionist: lazyPage(() => import('./orders/book-for-caller.tsx'), 'BookForCaller'),
  },
  '/orders': {
    farmer: lazyPage(() => import('./orders/my-orders.tsx'), 'MyOrders'),
    receptionist: lazyPage(() => import('./orders/all-orders.tsx'), 'AllOrders'),
    sprayer: lazyPage(() => import('./fieldwork/my-jobs.tsx'), 'MyJobs'),
  },
  '/orders/:id': {
    farmer: lazyPage(() => import('./orders/farmer-order.tsx'), 'FarmerOrderPage'),
    receptionist: lazyPage(() => import('./orders/office-order.tsx'), 'OfficeOrderPage'),
    sprayer: lazyPage(() => import('./fieldwork/job.tsx'), 'JobPage'),
  },
  '/inbox': { receptionist: lazyPage(() => import('./orders/inbox.tsx'), 'Inbox') },
  '/sprayers': { receptionist: lazyPage(() => import('./dispatch/sprayers.tsx'), 'Sprayers') },
  '/payments': { receptionist: lazyPage(() => import('./payments/payments.tsx'), 'Payments') },
  '/cash': {
    receptionist: lazyPage(() => import('./payments/cash-report.tsx'), 'CashReport'),
    sprayer: lazyPage(() => import('./payments/my-cash.tsx'), 'MyCash'),
  },
  '/feedback': { receptionist: lazyPage(() => import('./feedback/all-feedback.tsx'), 'AllFeedback') },
  '/figures': { admin: lazyPage(() => import('./figures/figures.tsx'), 'Figures') },
  '/company/*': { admin: lazyPage(() => import('./admin/company.tsx'), 'CompanyPages') },
  '/notifications': { farmer: Messages, receptionist: Messages, sprayer: Messages },
  '/account': { farmer: Account, receptionist: Account, sprayer: Account },
};

export const router = createBrowserRouter([
  {
    ErrorBoundary: Broken,
    children: [
      {
        Component: SignedOut,
        children: [
          { path: '/sign-in', Component: SignIn },
          { path: '/sign-up', Component: lazyPage(() => import('./accounts/sign-up.tsx'), 'SignUp') },
          { path: '/forgot', Component: lazyPage(() => import('./accounts/forgot.tsx'), 'Forgot') },
        ],
      },
      // A link in a mail works whoever is signed in on this device.
      { path: '/reset', Component: lazyPage(() => import('./accounts/reset.tsx'), 'Reset') },
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
