import { type ComponentType, lazy } from 'react';
import { type Role, useMe } from '../api/session.ts';
import { NotFound } from './broken.tsx';

/** A page that is fetched when it is first opened: `lazyPage(() => import('./x.tsx'), 'X')`. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** The same for a part of a page, which is given something: `lazyPart(() => import('./x.tsx'), 'X')`. */
export function lazyPart<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  return lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }));
}

export type Pages = Partial<Record<Role, ComponentType>>;

/** One address, a page for each role; admins can do all that receptionists can. */
export function ByRole({ pages }: { pages: Pages }) {
  const { role } = useMe();
  const Page = pages[role] ?? (role === 'admin' ? pages.receptionist : undefined) ?? NotFound;
  return <Page />;
}
