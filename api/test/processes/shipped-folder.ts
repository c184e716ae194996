import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../faults/built-service.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

interface LockedPackages {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
}

/** A folder with what the container image has: the files that deploy/Dockerfile copies, its npm scripts, and no development packages. */
export function shippedFolder(): string {
  const folder = newFolder();
  const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  for (const [, from = '', to = ''] of dockerfile.matchAll(/^COPY --from=built \/app\/(\S+) (\S+)$/gm)) {
    const target = join(folder, to.endsWith('/') ? join(to, from.split('/').at(-1) ?? '') : to);
    mkdirSync(dirname(target), { recursive: true });
    if (from === 'node_modules') linkPackages(target);
    else cpSync(join(root, from), target, { recursive: true });
  }
  for (const [command = ''] of dockerfile.matchAll(/npm pkg (?:set|delete) .*?(?=&&|$)/gm))
    execFileSync('sh', ['-c', command], { cwd: folder });
  return folder;
}

/** As `npm prune --omit=dev` leaves them. Links instead of copies, because they are hundreds of megabytes. */
function linkPackages(target: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockedPackages;
  for (const [path, { dev, devOptional, link }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev === true || devOptional === true || link === true) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    symlinkSync(join(root, path), join(target, name));
  }
}
