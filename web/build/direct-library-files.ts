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
 * React selects its production file at run time, and Leaflet is a UMD file. A bundler wraps both in functions, so the browser parses them twice:
 * once with the script and once when the function is called. With direct paths to their files there is no wrapper.
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
