import { type ComponentType, lazy, useState } from 'react';
import { useMe } from '../api/session.ts';
import { NotFound } from './error-page.tsx';
import { fileFor, type PageFile, type PageFiles } from './page-file.ts';

/** A page that is fetched when it is first opened: `lazyPage(() => import('./x.tsx'), 'X')`. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** The same for a part of a page, which is given something: `lazyPart(() => import('./x.tsx'), 'X')`. */
export function lazyPart<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  return lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }));
}

const pageComponents = new WeakMap<PageFile, ComponentType>();

/** A page as a component, drawn without a moment of waiting where its file is there already. */
export function pageComponent(file: PageFile): ComponentType {
  const known = pageComponents.get(file);
  if (known !== undefined) return known;
  const LazyPage = lazy(async () => ({ default: await file.fetch() }));
  const Page = () => {
    // What is drawn once stays: another component would lose what was typed.
    const [Loaded] = useState<ComponentType>(() => file.page ?? LazyPage);
    return <Loaded />;
  };
  pageComponents.set(file, Page);
  return Page;
}

/** What someone's role finds at an address. */
export function PageByRole({ files }: { files: PageFiles }) {
  const file = fileFor(files, useMe().role);
  if (file === undefined) return <NotFound />;
  const Page = pageComponent(file);
  return <Page />;
}
