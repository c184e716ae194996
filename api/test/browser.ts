import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Without Chromium, browser tests are skipped, and the run reports that. */
export const chromiumPath = [
  process.env.SWATH_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
if (chromiumPath === undefined) {
  process.stderr.write(
    '\n  SKIPPED: there is no Chromium here, so the pages are not tried in a browser. Set SWATH_CHROMIUM to its path.\n\n',
  );
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    // Pages live for seconds: to optimise their code takes more CPU time than it saves. A process for graphics costs more than its work.
    args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-background-networking', '--js-flags=--no-opt --no-maglev'],
  });
}

/** Runs in the page: texts with a contrast below 7:1 to their background. */
export const lowContrastTexts = `(() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // A page has thousands of texts and a few colours.
  const backgrounds = new Map();
  const backgroundOf = (element) => {
    if (element === null) return 'rgb(255, 255, 255)';
    if (!backgrounds.has(element)) {
      const colour = getComputedStyle(element).backgroundColor;
      backgrounds.set(element, channels(colour)[3] !== 0 ? colour : backgroundOf(element.parentElement));
    }
    return backgrounds.get(element);
  };
  const lowContrast = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.data.trim() === '' || !node.parentElement.checkVisibility()) continue;
    const [high, low] = [getComputedStyle(node.parentElement).color, backgroundOf(node.parentElement)].map(luminance).sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 7) lowContrast.add(node.parentElement.className + ' ' + node.data.trim().slice(0, 30) + ' ' + ratio.toFixed(1));
  }
  return [...lowContrast];
})()`;
