import { type ComponentType, lazy, useState } from 'react';
import { useMe } from '../api/session.ts';
import { NotFound } from './broken.tsx';
import { fileFor, type PageFile, type PageFiles } from './page-file.ts';

/** A page that is fetched when it is first opened: `lazyPage(() => import('./x.tsx'), 'X')`. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** The same for a part of a page, which is given something: `lazyPart(() => import('./x.tsx'), 'X')`. */
export function lazyPart<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  return lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }));
}

const shown = new WeakMap<PageFile, ComponentType>();

/** A page as a component, drawn without a moment of waiting where its file is there already. */
export function shownPage(file: PageFile): ComponentType {
  const known = shown.get(file);
  if (known !== undefined) return known;
  const Later = lazy(async () => ({ default: await file.fetch() }));
  const Page = () => {
    // What is drawn once stays: another component would lose what was typed.
    const [Now] = useState<ComponentType>(() => file.page ?? Later);
    return <Now />;
  };
  shown.set(file, Page);
  return Page;
}

/** What someone's role finds at an address. */
export function ByRole({ files }: { files: PageFiles }) {
  const file = fileFor(files, useMe().role);
  if (file === undefined) return <NotFound />;
  const Page = shownPage(file);
  return <Page />;
}
