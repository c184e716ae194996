/** The files of each page, by the page's name; put in when the app is built. */
const filesByPage: Record<string, string[]> = JSON.parse('{"__PARTS__":[]}');

/** Has the files of a page, or of a map, fetched, but not yet run: that would hold up what has to run before. */
export function preloadPageFiles(page: string): void {
  // Each in a turn of its own: beginning to fetch takes a slow phone some time, too.
  for (const href of filesByPage[page] ?? []) setTimeout(() => preloadFile(href));
}

function preloadFile(href: string): void {
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle || !link.relList.supports('modulepreload') ? 'preload' : 'modulepreload';
  link.as = isStyle ? 'style' : 'script';
  link.crossOrigin = '';
  link.href = href;
  // The next one who asks tries again.
  link.onerror = () => link.remove();
  document.head.append(link);
}
