import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lets axe compute the contrast of three texts that look the same instead of all: contrasts are half of its time, and lists have a hundred
 * equal rows. The contrast follows from the compared styles, unless something is positioned over another background.
 */
const contrastByLook = `{
  const checked = new Map();
  const areaOf = (element) => {
    const area = [];
    let isOpaque = false;
    for (let at = element; at !== null; at = at.parentElement) {
      const { opacity, position, transform, backgroundColor, backgroundImage } = getComputedStyle(at);
      if (opacity !== '1') area.push(opacity);
      if (isOpaque) continue;
      if (!/static|relative/.test(position) || transform !== 'none') return undefined;
      area.push(backgroundColor, backgroundImage);
      isOpaque = /^rgb\\(/.test(backgroundColor);
    }
    return area.join();
  };
  const rule = axe._audit.rules.find(({ id }) => id === 'color-contrast');
  const { matches } = rule;
  rule.matches = (element, ...rest) => {
    const area = areaOf(element);
    if (area === undefined) return matches(element, ...rest);
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow, area].join();
    const count = checked.get(look) ?? 0;
    if (count === 3 || !matches(element, ...rest)) return false;
    checked.set(look, count + 1);
    return true;
  };
}`;

/** The axe violations of the page, which is painted meanwhile: `world.ts` prevents that, and axe computes contrasts. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe + contrastByLook);
  return page.evaluate(`(async () => {
    notPainted.disabled = true;
    const { violations } = await axe.run(document, { resultTypes: ['violations'], selectors: false });
    notPainted.disabled = false;
    return violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | '));
  })()`);
}

/** Whether the page scrolls horizontally. */
export const runsOver = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** Tap targets below 44 pixels: lower than that, with something else 21 pixels above or below their middle. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const missed: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      'button, [role="button"], [role="tab"], a[class*="Button-root"], input, select, textarea, summary',
    )) {
      const label = (control as HTMLInputElement).labels?.[0];
      const target = control.matches('[type="checkbox"], [type="radio"]') && label ? label : control;
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || control.matches(':disabled')) continue;
      const { width, height } = target.getBoundingClientRect();
      if (width <= 1 || height <= 1 || height >= 43.5) continue;
      target.scrollIntoView({ block: 'center' });
      const { left, top } = target.getBoundingClientRect();
      const hit = (y: number) => document.elementFromPoint(left + width / 2, top + height / 2 + y);
      const isOurs = (found: Element | null) => target.contains(found) || control === found || label?.contains(found) === true;
      if (![-21, 21].every((y) => isOurs(hit(y)))) missed.push(`${target.outerHTML.slice(0, 120)} is ${Math.round(height)} pixels high`);
    }
    return missed;
  });
