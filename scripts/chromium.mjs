// Finds a Chromium: the configured one, that of the system, or one installed from system packages. The headless shell is preferred: it is
// three times as fast as the full browser.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './system-packages.mjs';

const windowless = ['chromium-headless-shell'];
/** Recommended by the packages of Chromium: without it, texts of devices' own fonts have another width. */
const fonts = ['fonts-liberation'];
const withWindows = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function find(names, paths = []) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...paths].find((path) => existsSync(path));
}

/** undefined: no Chromium is available; tests in a browser are skipped and counted as skipped. */
export async function chromium() {
  const best = process.env.SWATH_CHROMIUM || find(windowless);
  if (best !== undefined) return best;
  // Alpine has no such package, and some machines do not allow installation.
  if (await installPackages('Chromium', { apt: [...windowless, ...fonts] })) return find(windowless);
  const found = find(withWindows, fixed);
  if (found !== undefined) return found;
  await installPackages('Chromium', { apt: ['chromium', ...fonts], apk: ['chromium'] });
  return find(withWindows);
}
