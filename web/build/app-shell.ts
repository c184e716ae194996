import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** Chunks that every page needs, in loading order; chunks.ts defines them. */
const shell = ['react', 'libraries', 'theme', 'start'];
/** Chunks that the service worker also caches, so that common interactions work offline. */
const precached = ['frame', 'icons', 'forms', 'overlays', 'toasts', 'steps', 'week', 'number'];

function shellFiles(bundle: Rollup.OutputBundle): { scripts: string[]; styles: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = shell.map((name) => chunks.find((chunk) => chunk.name === name));
  if (!found.every((chunk) => chunk !== undefined)) throw new Error('A part of the app shell is missing from the build.');
  return {
    scripts: found.map(({ fileName }) => `/${fileName}`),
    styles: found.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]).map((name) => `/${name}`),
  };
}

/** Adds preload links for the app shell and lists the files that the service worker precaches. Other files are cached when they are first used. */
export function appShell(): Plugin {
  return {
    name: 'swath-app-shell',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }): HtmlTagDescriptor[] {
        if (bundle === undefined) return [];
        const { scripts, styles } = shellFiles(bundle);
        const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });
        return [
          ...styles.map((href) => link({ rel: 'preload', as: 'style', crossorigin: true, href })),
          ...scripts.map((href) => link({ rel: 'modulepreload', crossorigin: true, href })),
        ];
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const worker = chunks.find((chunk) => chunk.fileName === 'sw.js');
      const entry = chunks.find((chunk) => chunk.name === 'first');
      if (worker === undefined || entry === undefined) throw new Error('The service worker or the app is missing from the build.');
      const { scripts, styles } = shellFiles(bundle);
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
      const precachedChunks = chunks.filter((chunk) => precached.includes(chunk.name));
      const precachedFiles = precachedChunks
        .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
        .map((name) => `/${name}`);
      const files = [`/${entry.fileName}`, ...scripts, ...precachedFiles, ...styles, ...fonts.map((name) => `/${name}`)];
      worker.code = worker.code.replace(/["'`]__FILES__["'`]/, JSON.stringify(JSON.stringify(files)));
    },
  };
}

/** Compresses the files at build time, so that the service does not compress per request. */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'swath-compressed-files',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name)).map((name) => compress(join(folder, name))));
    },
  };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Not synchronous: several threads compress. */
async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < 1024) return;
  const [br, gz] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
