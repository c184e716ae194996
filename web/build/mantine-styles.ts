import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const part = /^(.*\/@mantine\/core)\/(esm\/.*\/(\w+))\.module\.mjs$/;
const styles = /^(.*\/@mantine\/core)\/esm\/.*\/(\w+)\.styles\.css$/;

/**
 * Each of Mantine's parts brings its own styles, into whichever file the part itself goes: a page without forms does not wait for those of forms.
 * They are kept in a folder of their own there; here they lie beside their part. Mantine's other packages have one file of styles each, which is imported where they are used.
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
