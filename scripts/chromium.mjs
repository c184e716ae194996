// Where a Chromium is: the one that is named, the system's, or one installed from the system's packages. Best is the one without
// windows: the other draws a whole browser that nobody sees, and takes three times as long for each visitor.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './system-packages.mjs';

const windowless = ['chromium-headless-shell'];
const withWindows = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function find(names, paths = []) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...paths].find((path) => existsSync(path));
}

/** undefined where none can be had: the tests of pages are skipped then, and counted as skipped. */
export function chromium() {
  const best = process.env.SWATH_CHROMIUM || find(windowless);
  if (best !== undefined) return best;
  // Alpine has no such package, and on some machines nothing may be installed.
  if (installPackages('Chromium', { apt: windowless })) return find(windowless);
  const found = find(withWindows, fixed);
  if (found !== undefined) return found;
  installPackages('Chromium', { apt: ['chromium'], apk: ['chromium'] });
  return find(withWindows);
}
