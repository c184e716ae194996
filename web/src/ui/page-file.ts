import type { ComponentType } from 'react';
import type { Role } from '../api/expected.ts';

/** A page in a file of its own. */
export interface PageFile {
  name: string;
  /** Fetches it; a second time, only if the first failed. */
  fetch(): Promise<ComponentType>;
  /** The page, once it is there. */
  page?: ComponentType;
}

export type PageFiles = Partial<Record<Role, PageFile>>;

export function pageFile<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): PageFile {
  let coming: Promise<ComponentType> | undefined;
  const file: PageFile = {
    name,
    fetch() {
      coming ??= load().then(
        (exported) => {
          file.page = exported[name];
          return exported[name];
        },
        (error) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
  };
  return file;
}

/** One address, a page for each role; admins can do all that receptionists can. */
export const fileFor = (files: PageFiles, role: Role): PageFile | undefined =>
  files[role] ?? (role === 'admin' ? files.receptionist : undefined);
