/** Fetching everything once more for later has time: first the page itself. */
const registerDelayMs = 4000;

/** Has the service worker keep the app, so that it opens without a network. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), registerDelayMs);
  // What came before the worker was there went past it: it is told, so that this page opens without a network as well.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const sendLoadedFiles = (entries: PerformanceEntryList) => {
      const files = entries.map(({ name }) => name).filter((name) => name.includes('/assets/'));
      if (files.length > 0) active?.postMessage(files);
    };
    new PerformanceObserver((list) => sendLoadedFiles(list.getEntries())).observe({ type: 'resource', buffered: true });
  });
}
