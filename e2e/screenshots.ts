import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The axe violations of the page. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(axe);
    await page.evaluate(rememberContrasts);
  }
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], selectors: false }).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`);
}

/**
 * Runs in the page. The contrast of texts takes most of axe's time. It depends on the styles of a text and of what is behind it: axe checks each
 * combination that it has accepted once for as long as the web app is loaded, and not for each text of each page.
 */
function rememberContrasts(): void {
  type Evaluate = (this: unknown, node: Element, ...more: unknown[]) => boolean | undefined;
  const { checks } = (globalThis as unknown as { axe: { _audit: { checks: Record<string, { evaluate: Evaluate }> } } }).axe._audit;
  const check = checks['color-contrast'];
  if (check === undefined) throw new Error('axe has no check of the contrast');
  const { evaluate } = check;
  /** Until the script ends: most texts share their ancestors. */
  const known = new Map<Element, string>();
  const behind = (element: Element | null): string => {
    if (element === null) return '';
    const before = known.get(element);
    if (before !== undefined) return before;
    if (known.size === 0) setTimeout(() => known.clear());
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const styles = `${[backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position].join()}/${behind(element.parentElement)}`;
    known.set(element, styles);
    return styles;
  };
  const accepted = new Set<string>();
  check.evaluate = function (node, ...more) {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(node);
    const look = [color, fontSize, fontWeight, textShadow, behind(node)].join();
    if (accepted.has(look)) return true;
    const result = evaluate.call(this, node, ...more);
    if (result === true) accepted.add(look);
    return result;
  };
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
