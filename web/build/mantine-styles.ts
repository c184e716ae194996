import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const part = /^(.*\/@mantine\/core)\/(esm\/.*\/(\w+))\.module\.mjs$/;
const styles = /^(.*\/@mantine\/core)\/esm\/.*\/(\w+)\.styles\.css$/;

/**
 * Each Mantine component imports its own styles, so they are in the chunk of the component: a page without forms does not load the styles of forms.
 * Mantine has the style files in a separate folder. Its other packages have one style file each, which is imported where the package is used.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'swath-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (styles.test(id) ? id : undefined),
    load(id) {
      const [, core, name] = styles.exec(id) ?? [];
      return core === undefined ? undefined : readFileSync(`${core}/styles/${name}.css`, 'utf8');
    },
    transform(code, id) {
      const [, core, path] = part.exec(id) ?? [];
      return core === undefined ? undefined : { code: `import '${core}/${path}.styles.css';\n${code}`, map: null };
    },
  };
}
