/** The files of each page, by the page's name; build/page-manifest.ts fills it in. */
const filesByPage: Record<string, string[]> = JSON.parse('{"__PARTS__":[]}');

/** Downloads the files of a page, or of the map, without executing them. */
export function preloadPageFiles(page: string): void {
  // One task per file: starting a download takes time on a slow phone.
  for (const href of filesByPage[page] ?? []) setTimeout(() => preloadFile(href));
}

/** Downloads the files of a page for use without a network, one after another. Unlike a preload, this does not compile scripts. */
export async function downloadPageFiles(page: string): Promise<void> {
  for (const href of filesByPage[page] ?? []) {
    if (performance.getEntriesByName(new URL(href, location.href).href).length === 0) await downloadFile(href);
  }
}

/** Unless the service worker has the file. The body is read, because the browser does not cache the response otherwise. */
export async function downloadFile(href: string): Promise<void> {
  try {
    if (await globalThis.caches?.match(href)) return;
    await (await fetch(href, { priority: 'low' })).arrayBuffer();
  } catch {
    // The next visit tries again.
  }
}

function preloadFile(href: string): void {
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle || !link.relList.supports('modulepreload') ? 'preload' : 'modulepreload';
  link.as = isStyle ? 'style' : 'script';
  link.crossOrigin = '';
  link.href = href;
  // The next call tries again.
  link.onerror = () => link.remove();
  document.head.append(link);
}
