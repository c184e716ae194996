import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Tells the service worker what to keep: the first page's own files. The rest it keeps as it comes by. */
export function appShell(): Plugin {
  return {
    name: 'swath-app-shell',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const worker = chunks.find((chunk) => chunk.fileName === 'sw.js');
      const entry = chunks.find((chunk) => chunk.isEntry && chunk !== worker);
      if (worker === undefined || entry === undefined) throw new Error('The service worker or the app is missing from the build.');
      const styles = [...(entry.viteMetadata?.importedCss ?? [])];
      const fonts = Object.keys(bundle).filter((name) => /be-vietnam-pro-(latin|vietnamese)-(400|600)-normal.*\.woff2$/.test(name));
      const files = [entry.fileName, ...entry.imports, ...styles, ...fonts].map((name) => `/${name}`);
      worker.code = worker.code.replace(/["'`]__FILES__["'`]/, JSON.stringify(JSON.stringify(files)));
    },
  };
}

/** Makes the files small once, here, so that nobody has to while people wait. */
export function packed(): Plugin {
  let folder = '';
  return {
    name: 'swath-packed',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue;
        const path = join(folder, name);
        const bytes = readFileSync(path);
        if (bytes.length < 1024) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
