import type { Role } from './api/session-hint.ts';
import { fileFor, type PageFile, type PageFiles, pageFile } from './ui/page-file.ts';

export const signedInFrame = pageFile(() => import('./accounts/signed-in.tsx'), 'SignedIn');
export const signedOutPages: Record<string, PageFile> = {
  '/sign-in': pageFile(() => import('./accounts/sign-in.tsx'), 'SignIn'),
  '/sign-up': pageFile(() => import('./accounts/sign-up.tsx'), 'SignUp'),
  '/sign-up/complete': pageFile(() => import('./accounts/oidc-registration.tsx'), 'OidcRegistration'),
  '/sign-in/callback': pageFile(() => import('./accounts/oidc-callback.tsx'), 'OidcCallback'),
  '/forgot': pageFile(() => import('./accounts/forgot.tsx'), 'Forgot'),
  '/sign-in/phone': pageFile(() => import('./accounts/phone-code-pages.tsx'), 'PhoneSignIn'),
  '/sign-up/phone': pageFile(() => import('./accounts/phone-code-pages.tsx'), 'PhoneSignUp'),
  '/forgot/phone': pageFile(() => import('./accounts/phone-code-pages.tsx'), 'PhoneReset'),
  '/reset': pageFile(() => import('./accounts/reset.tsx'), 'Reset'),
  '/check': pageFile(() => import('./spray-records/check-record.tsx'), 'CheckRecord'),
};

const account = pageFile(() => import('./accounts/account.tsx'), 'Account');
const endedAccess = pageFile(() => import('./accounts/ended-access-page.tsx'), 'EndedAccessPage');
const records = pageFile(() => import('./spray-records/records.tsx'), 'Records');
const record = pageFile(() => import('./spray-records/record-page.tsx'), 'RecordPage');
const messages = pageFile(() => import('./notifications/messages.tsx'), 'Messages');

const fields = pageFile(() => import('./fields/fields-page.tsx'), 'FieldsPage');
const field = pageFile(() => import('./fields/field-page.tsx'), 'FieldPage');

/** Every address for signed-in users with the page per role. This file must not import React: pages are preloaded before React is loaded. */
export const signedInPages: Record<string, PageFiles> = {
  '/': {
    farmer: pageFile(() => import('./orders/farmer-home/farmer-home.tsx'), 'FarmerHome'),
    receptionist: pageFile(() => import('./orders/board/board.tsx'), 'Board'),
    sprayer: pageFile(() => import('./fieldwork/my-day.tsx'), 'MyDay'),
  },
  '/book': {
    farmer: pageFile(() => import('./orders/booking/book-spray.tsx'), 'BookSpray'),
    receptionist: pageFile(() => import('./orders/caller/book-for-caller.tsx'), 'BookForCaller'),
  },
  '/orders': {
    farmer: pageFile(() => import('./orders/list/my-orders.tsx'), 'MyOrders'),
    receptionist: pageFile(() => import('./orders/list/all-orders.tsx'), 'AllOrders'),
    sprayer: pageFile(() => import('./fieldwork/my-jobs.tsx'), 'MyJobs'),
  },
  '/orders/:id': {
    farmer: pageFile(() => import('./orders/farmer-order/farmer-order.tsx'), 'FarmerOrderPage'),
    receptionist: pageFile(() => import('./orders/detail/office-order.tsx'), 'OfficeOrderPage'),
    sprayer: pageFile(() => import('./fieldwork/job.tsx'), 'JobPage'),
  },
  '/map': { receptionist: pageFile(() => import('./orders/day-map/day-map.tsx'), 'DayMap') },
  '/inbox': { receptionist: pageFile(() => import('./orders/to-do/inbox.tsx'), 'Inbox') },
  '/print': { receptionist: pageFile(() => import('./dispatch/print/print-sheets.tsx'), 'PrintSheets') },
  '/sprayers': { receptionist: pageFile(() => import('./dispatch/sprayers.tsx'), 'Sprayers') },
  '/absences': {
    receptionist: pageFile(() => import('./dispatch/absences.tsx'), 'Absences'),
    sprayer: pageFile(() => import('./dispatch/my-absences.tsx'), 'MyAbsences'),
  },
  '/crew-rules': { receptionist: pageFile(() => import('./dispatch/crew-rules.tsx'), 'CrewRules') },
  '/import': { receptionist: pageFile(() => import('./spreadsheets/imports-page.tsx'), 'ImportsPage') },
  '/import/:id': { receptionist: pageFile(() => import('./spreadsheets/import-page.tsx'), 'ImportPage') },
  '/rebooking': { receptionist: pageFile(() => import('./rebooking/rebookings.tsx'), 'Rebookings') },
  '/rebooking/:id': { receptionist: pageFile(() => import('./rebooking/rebooking-page.tsx'), 'RebookingPage') },
  '/plan': { receptionist: pageFile(() => import('./crew-plan/crew-plans.tsx'), 'CrewPlans') },
  '/plan/:id': { receptionist: pageFile(() => import('./crew-plan/crew-plan-page.tsx'), 'CrewPlanPage') },
  '/closures': { receptionist: pageFile(() => import('./catalog/closures.tsx'), 'Closures') },
  '/waiting': {
    farmer: pageFile(() => import('./waiting/my-waiting.tsx'), 'MyWaiting'),
    receptionist: pageFile(() => import('./waiting/waiting-list.tsx'), 'WaitingList'),
  },
  '/fields': { farmer: fields, receptionist: fields },
  '/fields/:id': { farmer: field, receptionist: field },
  '/places': { receptionist: pageFile(() => import('./sensitive-places/places-page.tsx'), 'PlacesPage') },
  '/places/:id': { receptionist: pageFile(() => import('./sensitive-places/place-page.tsx'), 'PlacePage') },
  '/customers': { receptionist: pageFile(() => import('./customers/customers.tsx'), 'Customers') },
  '/customers/:id': { receptionist: pageFile(() => import('./customers/customer.tsx'), 'CustomerPage') },
  '/payments': { receptionist: pageFile(() => import('./payments/payments.tsx'), 'Payments') },
  '/bank-statement': { receptionist: pageFile(() => import('./payments/statement.tsx'), 'BankStatement') },
  '/cash': {
    receptionist: pageFile(() => import('./payments/cash-report.tsx'), 'CashReport'),
    sprayer: pageFile(() => import('./payments/my-cash.tsx'), 'MyCash'),
  },
  '/feedback': { receptionist: pageFile(() => import('./feedback/all-feedback.tsx'), 'AllFeedback') },
  '/records': { farmer: records, receptionist: records, sprayer: records },
  '/records/:id': { farmer: record, receptionist: record, sprayer: record },
  '/figures': { admin: pageFile(() => import('./reports/reports.tsx'), 'Figures') },
  '/company/*': { admin: pageFile(() => import('./admin/company.tsx'), 'CompanyPages') },
  '/notifications': { farmer: messages, receptionist: messages, sprayer: messages },
  '/account': { farmer: account, receptionist: account, sprayer: account },
  '/account/ended': { farmer: endedAccess, receptionist: endedAccess, sprayer: endedAccess },
};

/** Pages that work regardless of who is signed in on this device. */
const pagesForAll = ['/reset', '/check', '/sign-in/callback'];

const pathSegments = (path: string) => path.split('/').filter((step) => step !== '');

function matchesPattern(pattern: string, path: string): boolean {
  const [expected, actual] = [pathSegments(pattern), pathSegments(path)];
  const hasWildcard = expected.at(-1) === '*';
  return (
    (hasWildcard ? actual.length >= expected.length - 1 : actual.length === expected.length) &&
    expected.every((step, index) => step === '*' || step.startsWith(':') || step === actual[index])
  );
}

/** The page files for an address; without a role, those for signed-out users. */
export function pageFilesAt(path: string, role: Role | undefined): PageFile[] {
  const signedOutPage = signedOutPages[path];
  if (signedOutPage !== undefined && (role === undefined || pagesForAll.includes(path))) return [signedOutPage];
  if (role === undefined) return signedOutPages['/sign-in'] === undefined ? [] : [signedOutPages['/sign-in'], signedInFrame];
  const found =
    Object.entries(signedInPages).find(([pattern]) => matchesPattern(pattern, path))?.[1] ??
    (signedOutPage === undefined ? undefined : signedInPages['/']);
  const page = found === undefined ? undefined : fileFor(found, role);
  return page === undefined ? [signedInFrame] : [signedInFrame, page];
}
