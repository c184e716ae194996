// Where a Chromium is: the one that is named, the system's, or one installed from the system's packages.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './system-packages.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function find() {
  const named = process.env.SWATH_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...fixed].find((path) => existsSync(path));
}

/** undefined where none can be had: the tests of pages are skipped then, and counted as skipped. */
export function chromium() {
  const found = find();
  if (found !== undefined) return found;
  installPackages('Chromium', { apt: ['chromium'], apk: ['chromium'] });
  return find();
}
