import { type ComponentType, lazy, useState } from 'react';
import { useMe } from '../api/session.ts';
import { NotFound } from './error-page.tsx';
import { fileFor, type PageFile, type PageFiles } from './page-file.ts';

/** A page that is loaded when first opened: `lazyPage(() => import('./x.tsx'), 'X')`. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** The same for a component with props: `lazyPart(() => import('./x.tsx'), 'X')`. */
export function lazyPart<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  return lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }));
}

const pageComponents = new WeakMap<PageFile, ComponentType>();
const failedFiles = new Set<PageFile>();

/** The next visit loads pages again that could not be loaded. Called once the error is shown: React renders a failed page twice, and must find the same component. */
export function forgetFailedPages(): void {
  for (const file of failedFiles) pageComponents.delete(file);
  failedFiles.clear();
}

/** A page as a component; it renders synchronously if its file is already loaded. */
export function pageComponent(file: PageFile): ComponentType {
  const known = pageComponents.get(file);
  if (known !== undefined) return known;
  const LazyPage = lazy(async () => {
    try {
      return { default: await file.fetch() };
    } catch (error) {
      // React keeps the failure in the component.
      failedFiles.add(file);
      throw error;
    }
  });
  const Page = () => {
    // The component must not change after the first render: React would discard its state.
    const [Loaded] = useState<ComponentType>(() => file.page ?? LazyPage);
    return <Loaded />;
  };
  pageComponents.set(file, Page);
  return Page;
}

/** The page of an address for the user's role. */
export function PageByRole({ files }: { files: PageFiles }) {
  const file = fileFor(files, useMe().role);
  if (file === undefined) return <NotFound />;
  const Page = pageComponent(file);
  return <Page />;
}
