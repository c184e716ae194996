import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const inPackage = (name: string, file: string) => join(dirname(resolve(`${name}/package.json`)), file);

const files: [find: RegExp, replacement: string][] = [
  [/^react$/, inPackage('react', 'cjs/react.production.js')],
  [/^react\/jsx-runtime$/, inPackage('react', 'cjs/react-jsx-runtime.production.js')],
  [/^react-dom$/, inPackage('react-dom', 'cjs/react-dom.production.js')],
  [/^react-dom\/client$/, inPackage('react-dom', 'cjs/react-dom-client.production.js')],
  [/^scheduler$/, inPackage('scheduler', 'cjs/scheduler.production.js')],
  [/^leaflet$/, inPackage('leaflet', 'dist/leaflet-src.esm.js')],
];

/**
 * React chooses one of its files as it starts, and Leaflet comes as one for every kind of loader, so a bundle keeps each inside a function, and a browser has to read all of it twice:
 * once with the script and once as that function is called. Named directly, they lie open in the script and are read as they are needed.
 */
export function directLibraryFiles(): Plugin {
  return {
    name: 'swath-direct-library-files',
    apply: 'build',
    config: () => ({
      resolve: { alias: files.map(([find, replacement]) => ({ find, replacement })) },
      build: { commonjsOptions: { strictRequires: 'auto' } },
    }),
  };
}
