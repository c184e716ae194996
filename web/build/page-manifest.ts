import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';

/** Modules besides pages that are preloaded. */
const others = [
  ['map/leaflet-map.tsx', 'LeafletMap'],
  ['ui/sheet-frame.tsx', 'SheetFrame'],
  ['fieldwork/measured-fields.tsx', 'MeasuredFields'],
  ['fieldwork/stop-form.tsx', 'StopForm'],
  ['fieldwork/not-sprayed-form.tsx', 'NotSprayedForm'],
  ['fieldwork/judge-measured.ts', 'JudgeMeasured'],
];

/** Writes the list of files of each page in src/page-files.ts into the entry script, by the page's name. */
export function pageManifest(): Plugin {
  let source = '';
  return {
    name: 'swath-page-manifest',
    enforce: 'post',
    configResolved({ root }) {
      source = join(root, 'src');
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = chunks.find((chunk) => chunk.name === 'first');
      if (first === undefined) throw new Error('The first script is missing from the build.');
      const pages = readFileSync(join(source, 'page-files.ts'), 'utf8').matchAll(/import\('\.\/([^']+)'\), '(\w+)'/g);
      const named = [...[...pages].map(([, path, name]) => [path, name]), ...others];
      const parts = named.map(([path = '', name = '']) => {
        const id = join(source, path);
        const chunk = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id));
        if (chunk === undefined) throw new Error(`${path} is missing from the build.`);
        return [name, [...withImports(chunk, bundle)].map((file) => `/${file}`)];
      });
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(parts)));
      first.code = first.code.replace(/["'`]\{"__PARTS__":\[\]\}["'`]/, () => text);
      if (!first.code.includes(text)) throw new Error('The first script has no placeholder for the files of pages.');
    },
  };
}

function withImports(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') withImports(imported, bundle, found);
  }
  return found;
}
