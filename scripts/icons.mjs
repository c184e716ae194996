// Generates the icons of the web app (web/src/icons) from Tabler Icons: one file for each `icons/NAME.ts` that a file of web/src imports.
// Names are those of https://tabler.io/icons. Run it when an import has a new name or Tabler a new version; Tabler is downloaded on demand.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '3.51.0';
const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'web', 'src');
const to = join(source, 'icons');
const work = mkdtempSync(join(tmpdir(), 'swath-icons-'));

const names = new Set(
  readdirSync(source, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join(source, name), 'utf8').matchAll(/from '\.\.?\/(?:[./]*)icons\/([\w-]+)\.ts'/g)])
    .map(([, name]) => name)
    .filter((name) => name !== 'icon'),
);

try {
  const installed = spawnSync('npm', ['install', '--no-save', '--silent', '--prefix', work, `@tabler/icons@${version}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (installed.status !== 0) throw new Error('Tabler Icons could not be downloaded.');
  const tabler = join(work, 'node_modules', '@tabler', 'icons');
  const [outline, filled] = ['outline', 'filled'].map((kind) =>
    JSON.parse(readFileSync(join(tabler, `tabler-nodes-${kind}.json`), 'utf8')),
  );
  for (const file of readdirSync(to)) if (file !== 'icon.ts') rmSync(join(to, file));
  copyFileSync(join(tabler, 'LICENSE'), join(to, 'LICENSE.txt'));
  for (const name of names) {
    const isFilled = name.endsWith('-filled');
    const nodes = isFilled ? filled[name.slice(0, -'-filled'.length)] : outline[name];
    if (nodes === undefined) throw new Error(`Tabler Icons has no icon "${name}".`);
    if (nodes.some(([tag]) => tag !== 'path')) throw new Error(`The icon "${name}" has other elements than paths: see icons/icon.ts.`);
    const kind = isFilled ? 'filledIcon' : 'outlineIcon';
    const paths = nodes.map(([, { d }]) => `'${d}'`);
    const exported = `Icon${name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}`;
    writeFileSync(
      join(to, `${name}.ts`),
      `import { ${kind} } from './icon.ts';\n\nexport const ${exported} = ${kind}(${paths.join(', ')});\n`,
    );
  }
  console.log(`  ${names.size} icons of Tabler Icons ${version}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
const biome = join(source, '..', '..', 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
spawnSync(process.execPath, [biome, 'format', '--write', to], { stdio: 'inherit' });
