import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Fails the build when a part of Mantine is used whose styles are not in ui/mantine.css: it would look bare. */
export function mantineStyles(): Plugin {
  return {
    name: 'swath-mantine-styles',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const styles = files
        .filter((file) => file.type === 'asset')
        .filter(({ fileName }) => fileName.endsWith('.css'))
        .map(({ source }) => source.toString())
        .join();
      const bare = files
        .filter((file) => file.type === 'chunk')
        .flatMap(({ modules }) => Object.entries(modules))
        .filter(([id, { renderedLength }]) => renderedLength > 0 && /@mantine\/\w+\/esm\/.*\.module\.mjs$/.test(id))
        .map(([id]) => id)
        .filter((id) => !classesIn(id).some((name) => styles.includes(name)));
      if (bare.length > 0) throw new Error(`Missing from ui/mantine.css: ${bare.map((id) => id.split('/').at(-2)).join(', ')}`);
    },
  };
}

const classesIn = (path: string): string[] => readFileSync(path, 'utf8').match(/m_[0-9a-f]+/g) ?? [];
