// Prepares a fresh clone with Node alone: installs missing packages and builds outdated parts. `--service`: not the web app.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTypes, digest, print, root, runBeside } from './install.mjs';

const onlyService = process.argv.includes('--service');

await Promise.all([
  apiTypes,
  buildIfStale({
    name: 'service',
    workspace: 'api',
    // The bundle contains packages.
    sources: ['api/src', 'api/tsconfig.build.json', 'scripts/bundle-service.mjs', 'package-lock.json'],
    commands: [
      // Types are checked by `npm run check`, together with those of the tests.
      ['node_modules/typescript-native/bin/tsc', '-p', join(root, 'api', 'tsconfig.build.json'), '--noCheck'],
      ['scripts/bundle-service.mjs'],
    ],
  }),
  !onlyService &&
    buildIfStale({
      name: 'web app',
      workspace: 'web',
      sources: ['src', 'public', 'build', 'index.html', 'vite.config.ts'].map((part) => `web/${part}`),
      commands: [['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn', join(root, 'web')]],
    }),
]);

async function buildIfStale({ name, workspace, sources, commands }) {
  const dist = join(root, workspace, 'dist');
  const stamp = join(dist, '.built-from');
  const builtFrom = digest([
    ...sources.flatMap((path) => filesBelow(join(root, path))),
    join(root, workspace, 'package.json'),
    join(root, 'tsconfig.base.json'),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === builtFrom) return;
  print(`Building the ${name} …`);
  rmSync(dist, { recursive: true, force: true });
  for (const [script, ...args] of commands) await runBeside(process.execPath, [join(root, script), ...args]);
  writeFileSync(stamp, builtFrom);
}

function filesBelow(folder) {
  if (statSync(folder).isFile()) return [folder];
  return (
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, name))
      // Declarations have no effect on a build, and those of the API may be generated at this moment.
      .filter((path) => !path.endsWith('.d.ts') && statSync(path).isFile())
      .sort()
  );
}
