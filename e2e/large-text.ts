import type { Page } from 'playwright-core';

/** What is cut or runs over the side when the user has set the font size to 200 %. */
export const cutByLargeText = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = document.documentElement;
    const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const nameOf = (element: Element) => `<${element.tagName.toLowerCase()} class="${(element.getAttribute('class') ?? '').slice(0, 80)}">`;
    const tolerancePx = 2;

    interface Measured {
      edge: DOMRect;
      scrollsX: boolean;
      scrollsY: boolean;
      hidesX: boolean;
      hidesY: boolean;
      isControl: boolean;
      isFixed: boolean;
      isForScreenReaders: boolean;
    }
    /** Most texts share their ancestors: measured once for each element. */
    const measuredElements = new Map<Element, Measured>();
    const measure = (element: Element): Measured => {
      const known = measuredElements.get(element);
      if (known !== undefined) return known;
      const { overflowX, overflowY, position } = getComputedStyle(element);
      const edge = element.getBoundingClientRect();
      const parent = element.parentElement;
      const measured = {
        edge,
        scrollsX: /auto|scroll/.test(overflowX),
        scrollsY: /auto|scroll/.test(overflowY),
        hidesX: /hidden|clip/.test(overflowX),
        hidesY: /hidden|clip/.test(overflowY),
        isControl: element.matches('button, [role="tab"]'),
        isFixed: position === 'fixed',
        // Texts for screen readers are one pixel large by intention.
        isForScreenReaders:
          element.matches('[aria-hidden="true"], .visually-hidden') ||
          (edge.width <= 1 && edge.height <= 1) ||
          (parent !== null && parent !== document.body && measure(parent).isForScreenReaders),
      };
      measuredElements.set(element, measured);
      return measured;
    };

    /** The ancestor that hides part of the box, unless the user can scroll to that part. */
    const clipOf = (start: Element, box: DOMRect): string | undefined => {
      let scrollsX = false;
      let scrollsY = false;
      for (let element: Element | null = start; element !== null && element !== document.body; element = element.parentElement) {
        const at = measure(element);
        const { edge } = at;
        scrollsX ||= at.scrollsX;
        scrollsY ||= at.scrollsY;
        const isCutX = box.right > edge.right + tolerancePx || box.left < edge.left - tolerancePx;
        const isCutY = box.bottom > edge.bottom + tolerancePx || box.top < edge.top - tolerancePx;
        if (!scrollsX && at.hidesX && isCutX) return nameOf(element);
        if (!scrollsY && at.hidesY && isCutY) return nameOf(element);
        if (at.isControl && (box.bottom > edge.bottom + tolerancePx || box.right > edge.right + tolerancePx)) return nameOf(element);
        if (at.isFixed) break;
      }
      if (!scrollsX && (box.right > root.clientWidth + tolerancePx || box.left < -tolerancePx)) return 'the viewport';
      return undefined;
    };

    // Inherited sizes would change with a delay of one frame for each level of nesting.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    root.style.fontSize = '200%';
    await drawn();
    const found = new Set<string>();
    if (root.scrollWidth > root.clientWidth) {
      const widest = [...document.body.querySelectorAll('*')].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.right > root.clientWidth + 1 && clipOf(element, box) === 'the viewport';
      });
      found.add(`is ${root.scrollWidth} pixels wide: ${widest.slice(0, 6).map(nameOf).join(' ')}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement;
      const words = text.nodeValue?.trim() ?? '';
      if (element === null || words === '' || element.closest('svg, script, style, noscript, option, .leaflet-container') !== null)
        continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || measure(element).isForScreenReaders) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        const clip = clipOf(element, box);
        if (clip === undefined) continue;
        found.add(`"${words.slice(0, 40)}" in ${nameOf(element)} is cut by ${clip}`);
        break;
      }
    }
    root.style.removeProperty('font-size');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    await drawn();
    return [...found];
  });
