import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Company } from '../api/company.tsx';
import type { Role } from '../api/session-hint.ts';

/** A page that is loaded on demand. */
export interface PageFile {
  name: string;
  /** Loads the page once; again only after a failure. */
  fetch(): Promise<ComponentType>;
  /** The component, once loaded. */
  page?: ComponentType;
  /** Prefetches the first data of the page; set once the page is loaded. */
  prefetch?: PagePrefetch;
}

/** Prefetches queries before the first render, so that the page renders once with all data. */
export type PagePrefetch = (queries: QueryClient, company: Company) => Promise<unknown>;

export type PageFiles = Partial<Record<Role, PageFile>>;

export function pageFile<Name extends string>(
  load: () => Promise<Record<Name, ComponentType> & { prefetch?: PagePrefetch }>,
  name: Name,
): PageFile {
  let loading: Promise<ComponentType> | undefined;
  const file: PageFile = {
    name,
    fetch() {
      loading ??= load().then(
        (exported) => {
          file.page = exported[name];
          if (exported.prefetch !== undefined) file.prefetch = exported.prefetch;
          return exported[name];
        },
        (error) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
  return file;
}

/** The page for a role; admins also see the pages of receptionists. */
export const fileFor = (files: PageFiles, role: Role): PageFile | undefined =>
  files[role] ?? (role === 'admin' ? files.receptionist : undefined);
