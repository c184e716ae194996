import type { Plugin } from 'vite';

/**
 * Mantine gives every field another id once it is drawn. That second drawing cannot be put off: a page with a single field is laid out, has all
 * its effects run and is drawn again in one long task, before anyone sees it. React's own ids are as good, and there from the start.
 */
export function reactIds(): Plugin {
  let isReplaced = false;
  return {
    name: 'swath-react-ids',
    apply: 'build',
    load(id) {
      if (!/\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/.test(id)) return undefined;
      isReplaced = true;
      return `import { useId as useOwnId } from 'react';
export function useId(given) {
  const own = useOwnId();
  return typeof given === 'string' ? given : own;
}`;
    },
    buildEnd(error) {
      if (error === undefined && !isReplaced) throw new Error('The ids of Mantine are no longer where they were: see build/react-ids.ts.');
    },
  };
}
