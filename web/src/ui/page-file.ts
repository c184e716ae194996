import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Company } from '../api/company.tsx';
import type { Role } from '../api/session-hint.ts';

/** A page in a file of its own. */
export interface PageFile {
  name: string;
  /** Fetches it; a second time, only if the first failed. */
  fetch(): Promise<ComponentType>;
  /** The page, once it is there. */
  page?: ComponentType;
  /** Asks for what the page shows first; known once it is there. */
  prefetch?: PagePrefetch;
}

/** What a page can ask for before it is drawn, so that it is drawn once and not once more for each answer. */
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

/** One address, a page for each role; admins can do all that receptionists can. */
export const fileFor = (files: PageFiles, role: Role): PageFile | undefined =>
  files[role] ?? (role === 'admin' ? files.receptionist : undefined);
