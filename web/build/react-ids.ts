import type { Plugin } from 'vite';

/**
 * Mantine assigns a new id to every field in an effect, which forces a second synchronous render: a page with a single field is laid out, runs all
 * its effects and renders again in one long task before the first paint. React's useId returns the id in the first render.
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
