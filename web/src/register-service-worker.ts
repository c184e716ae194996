/** The service worker fetches all files again, so it starts after the page has loaded. */
const registerDelayMs = 4000;

/** Registers the service worker, which caches the app for use without a network. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), registerDelayMs);
  // Files that loaded before the worker was active are reported to it, so that it caches this page as well.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const sendLoadedFiles = (entries: PerformanceEntryList) => {
      const files = entries.map(({ name }) => name).filter((name) => name.includes('/assets/'));
      if (files.length > 0) active?.postMessage(files);
    };
    new PerformanceObserver((list) => sendLoadedFiles(list.getEntries())).observe({ type: 'resource', buffered: true });
  });
}
