// Generates the fonts of the web app (web/src/ui/fonts) from Be Vietnam Pro: subset to the glyphs of English and Vietnamese, without
// hinting, which is more than half of each file. Run it when the font has a new version; the subsetting tool is downloaded on demand.
// web/src/ui/fonts.ts has the ranges of glyphs, web/src/ui/fonts.css the fonts that are shown until these are loaded.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const font = dirname(createRequire(join(root, 'api', 'package.json')).resolve('@fontsource/be-vietnam-pro/LICENSE'));
const to = join(root, 'web', 'src', 'ui', 'fonts');
const work = mkdtempSync(join(tmpdir(), 'swath-fonts-'));
const characterRange = (from, until) => Array.from({ length: until - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join('');
const parts = {
  latin: `${characterRange(0x20, 0x7e)}${characterRange(0xa0, 0xff)}${characterRange(0x2009, 0x2014)}‘’‚“”„•…\u202f€™↑↓−`,
  vietnamese: `ĂăĐđĨĩŨũƠơƯư₫\u0300\u0301\u0303\u0309\u0323${characterRange(0x1ea0, 0x1ef9)}`,
};

try {
  const installed = spawnSync('npm', ['install', '--no-save', '--silent', '--prefix', work, 'subset-font@2.9.0'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (installed.status !== 0) throw new Error('The font subsetting tool could not be downloaded.');
  const subset = createRequire(join(work, 'package.json'))('subset-font');
  copyFileSync(join(font, 'LICENSE'), join(to, 'OFL.txt'));
  for (const [part, text] of Object.entries(parts)) {
    for (const weight of [400, 600]) {
      const whole = readFileSync(join(font, 'files', `be-vietnam-pro-${part}-${weight}-normal.woff2`));
      const made = await subset(whole, text, { targetFormat: 'woff2', noHinting: true });
      writeFileSync(join(to, `${part}-${weight}.woff2`), made);
      console.log(`  ${part} ${weight}: ${whole.length} to ${made.length} bytes`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
