import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutByLargeText } from './large-text.ts';
import { settled } from './pending-requests.ts';
import { axeFindings, runsOver, smallTargets } from './screenshots.ts';
import { chromiumPath, openWorld, type VisitOptions, type World } from './world.ts';

const office = [
  '/',
  '/?view=today',
  '/?view=crew',
  '/print',
  '/inbox',
  '/book',
  '/orders',
  '/map',
  '/customers',
  '/fields',
  '/places',
  '/places/new',
  '/sprayers',
  '/absences',
  '/crew-rules',
  '/rebooking',
  '/import',
  '/plan',
  '/closures',
  '/waiting',
  '/records',
  '/payments',
  '/cash',
  '/bank-statement',
  '/feedback',
  '/notifications',
  '/account',
];
const company = [
  '/users',
  '/crops',
  '/products',
  '/products/new',
  '/equipment',
  '/sessions',
  '/closed-days',
  '/settings',
  '/weather',
  '/planner',
  '/map',
  '/bank',
  '/channels',
  '/messages',
  '/webhooks',
  '/api-keys',
  '/api-keys/new',
  '/sign-in',
  '/sign-in/new',
  '/failed-messages',
  '/audit',
].map((path) => `/company${path}`);
const outside = [
  '/sign-in',
  '/sign-up',
  '/sign-in/callback',
  '/forgot',
  '/sign-in/phone',
  '/forgot/phone',
  '/sign-up/phone',
  '/reset#some-token',
  '/reset',
  '/check',
];
const pages: [string, string | undefined, string[]][] = [
  ['visitor', undefined, outside],
  [
    'a farmer',
    'farmer@swath.example',
    ['/', '/book', '/orders', '/fields', '/fields/new', '/records', '/waiting', '/notifications', '/account', '/account/ended', '/nowhere'],
  ],
  ['a receptionist', 'receptionist@swath.example', office],
  ['a sprayer', 'sprayer@swath.example', ['/', '/orders', '/records', '/cash', '/absences', '/notifications', '/account']],
  ['an admin', 'admin@swath.example', ['/', '/figures', ...company]],
];

/** The route of a path: without the number of an order or customer. */
const routeOf = (path: string): string => path.replace(/[?#].*/, '').replace(/\d+/, ':id');

/** The paths in an order in which, as far as possible, the route changes from one to the next: only then the app need not be loaded again. */
function alternateRoutes(paths: readonly string[]): string[] {
  const left = new Map<string, string[]>();
  for (const path of paths) left.set(routeOf(path), [...(left.get(routeOf(path)) ?? []), path]);
  const ordered: string[] = [];
  let last = '';
  while (ordered.length < paths.length) {
    const others = [...left].filter(([route]) => route !== last);
    const [route, group] = (others.length > 0 ? others : [...left]).reduce((most, next) => (next[1].length > most[1].length ? next : most));
    ordered.push(...group.splice(0, 1));
    if (group.length === 0) left.delete(route);
    last = route;
  }
  return ordered;
}

/** Opens a page as a link of the web app does, where the route changes: to load the app for each page would take half of the test. */
async function open(page: Page, origin: string, path: string): Promise<void> {
  const { pathname } = new URL(page.url());
  if (path.startsWith('/api/') || routeOf(path) === routeOf(pathname)) {
    await page.goto(origin + path);
    return;
  }
  const heading = await page.locator('h1').first().elementHandle();
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
  // The page before stays until the next one can be rendered.
  await heading?.waitForElementState('hidden');
}

/** One test file for each set of options, so that they run in parallel. */
export function describeEveryPage(options: VisitOptions): void {
  describe.skipIf(chromiumPath === undefined)('every page', () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld();
    });
    afterAll(() => world.end());

    const orderOf = async (email: string | undefined): Promise<string[]> => {
      const kind = email?.split('@')[0];
      if (kind === undefined || kind === 'admin') return [];
      const rows = await world.service.sql<{ id: string }>(
        kind === 'farmer'
          ? 'select max(o.id) as id from spray_order o join app_user u on u.id = o.farmer_id where u.email = $1 group by o.order_status'
          : kind === 'sprayer'
            ? 'select max(o.id) as id from spray_order o join crew_member m on m.order_id = o.id join app_user u on u.id = m.sprayer_id where u.email = $1 group by o.order_status'
            : 'select max(id) as id from spray_order where $1::text is not null group by order_status',
        [email],
      );
      const customers =
        kind === 'receptionist' ? await world.service.sql<{ id: string }>("select min(id) as id from app_user where role = 'farmer'") : [];
      const rebookings =
        kind === 'receptionist' ? await world.service.sql<{ id: string }>('select id from rebooking order by id limit 1') : [];
      const crewPlans =
        kind === 'receptionist' ? await world.service.sql<{ id: string }>('select id from crew_plan order by id limit 1') : [];
      const imports =
        kind === 'receptionist' ? await world.service.sql<{ id: string }>('select id from sheet_import order by id limit 1') : [];
      const records = await world.service.sql<{ id: string }>(
        kind === 'receptionist'
          ? 'select max(id) as id from spray_record where $1::text is not null group by is_complete'
          : 'select max(r.id) as id from spray_record r join spray_record_member m on m.record_id = r.id join app_user u on u.id in (r.farmer_id, m.sprayer_id) where u.email = $1 having max(r.id) is not null',
        [email],
      );
      return [
        ...records.map(({ id }) => `/records/${id}`),
        ...rows.map(({ id }) => `/orders/${id}`),
        ...customers.map(({ id }) => `/customers/${id}`),
        ...rebookings.map(({ id }) => `/rebooking/${id}`),
        ...crewPlans.map(({ id }) => `/plan/${id}`),
        ...imports.map(({ id }) => `/import/${id}`),
      ];
    };

    /** The printed receipts and invoices, in both languages. */
    const billsOf = async (email: string | undefined): Promise<string[]> => {
      if (email !== 'farmer@swath.example') return [];
      const [order] = await world.service.sql<{ paid: string; unpaid: string }>(
        `select max(o.id) filter (where o.payment_status = 'paid') as paid,
                max(o.id) filter (where o.payment_status = 'pending' and o.order_status <> 'cancelled') as unpaid
           from spray_order o join app_user u on u.id = o.farmer_id where u.email = $1`,
        [email],
      );
      const bills = [`${order?.paid}/receipt`, `${order?.unpaid}/invoice`];
      return bills.flatMap((bill) => ['en', 'vi'].map((language) => `/api/farmer/order/${bill}.html?language=${language}`));
    };

    test('when a text after many others is pale, then axe finds it', async () => {
      const { page, leave } = await world.visit('/sign-in', undefined, options);
      await page.evaluate(
        (pale) => {
          for (const color of [...Array(9).fill(''), pale]) {
            const text = document.querySelector('main')?.appendChild(document.createElement('p'));
            if (text === undefined) throw new Error('The page has no main part.');
            text.textContent = 'Text';
            text.style.color = color;
          }
        },
        options.colors === 'dark' ? '#444' : '#bbb',
      );
      expect(await axeFindings(page)).toEqual([expect.stringMatching(/^color-contrast: .*style="color/)]);
      await leave();
    });

    test.each(pages)('when %s opens each page, then it fits, axe finds nothing, and the browser logs no error', async (_, email, paths) => {
      const all = [...alternateRoutes([...paths, ...(await orderOf(email))]), ...(await billsOf(email))];
      const { page, browserErrors, leave } = await world.visit(all[0] ?? '/', email, options);
      const wrong: string[] = [];
      for (const [at, path] of all.entries()) {
        if (at > 0) await open(page, world.service.url, path);
        await settled(page);
        for (const finding of await axeFindings(page)) wrong.push(`${path}: ${finding}`);
        if (options.size === 'phone') for (const target of await smallTargets(page)) wrong.push(`${path}: ${target}`);
        if (await runsOver(page)) wrong.push(`${path}: runs over the side`);
        for (const cut of await cutByLargeText(page)) wrong.push(`${path} at 200 %: ${cut}`);
        for (const error of browserErrors.splice(0)) wrong.push(`${path}: ${error}`);
      }
      expect(wrong.join('\n')).toBe('');
      await leave();
    });
  });
}
