import latin400 from './fonts/latin-400.woff2?url';
import latin600 from './fonts/latin-600.woff2?url';
import vietnamese400 from './fonts/vietnamese-400.woff2?url';
import vietnamese600 from './fonts/vietnamese-600.woff2?url';

// As in scripts/fonts.mjs, which generates the files. Each glyph is in one file only.
const latin =
  'U+0020-007E, U+00A0-00FF, U+2009-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+20AC, U+2122, U+2191, U+2193, U+2212';
const vietnamese =
  'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303, U+0309, U+0323, U+1EA0-1EF9, U+20AB';

const files: [url: string, weight: string, unicodeRange: string][] = [
  [latin400, '400', latin],
  [latin600, '600', latin],
  [vietnamese400, '400', vietnamese],
  [vietnamese600, '600', vietnamese],
];

const storageKey = 'swath-fonts';
let isStarted = false;

/** True if an earlier visit has loaded the fonts: they are in a cache of the browser. */
const areCached = (): boolean => localStorage.getItem(storageKey) !== null;

/** Shows the fonts once all of them are loaded: each font that is added causes a layout of the whole page. */
async function loadFonts(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const faces = files.map(
    ([url, weight, unicodeRange]) =>
      new FontFace('Be Vietnam Pro', `url("${url}") format("woff2")`, { weight, unicodeRange, display: 'swap' }),
  );
  const loaded = await Promise.allSettled(faces.map((face) => face.load()));
  for (const result of loaded) if (result.status === 'fulfilled') document.fonts.add(result.value);
  if (loaded.every(({ status }) => status === 'fulfilled')) localStorage.setItem(storageKey, 'cached');
}

/** Before the first render: only cached fonts, because others would delay the scripts and data of the page. */
export function loadCachedFonts(): void {
  if (areCached()) void loadFonts();
}

/** After the first paint, in a task of its own. */
export function loadFontsLater(): void {
  setTimeout(() => void loadFonts());
}
