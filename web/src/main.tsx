import '@fontsource/be-vietnam-pro/latin-400.css';
import '@fontsource/be-vietnam-pro/latin-ext-400.css';
import '@fontsource/be-vietnam-pro/vietnamese-400.css';
import '@fontsource/be-vietnam-pro/latin-600.css';
import '@fontsource/be-vietnam-pro/latin-ext-600.css';
import '@fontsource/be-vietnam-pro/vietnamese-600.css';
import './ui/mantine.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
  // What came before the worker was there went past it: it is told, so that this page opens without a network as well.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const tell = (entries: PerformanceEntryList) => {
      const files = entries.map(({ name }) => name).filter((name) => name.includes('/assets/'));
      if (files.length > 0) active?.postMessage(files);
    };
    new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true });
  });
}

// After an update, a page that was open before asks for files that are gone. Loading it again helps once; without a network,
// or when the file is missing for good, it would go on forever.
addEventListener('vite:preloadError', (event) => {
  const { message } = (event as Event & { payload: Error }).payload;
  if (!navigator.onLine || sessionStorage.getItem('swath-reloaded') === message) return;
  sessionStorage.setItem('swath-reloaded', message);
  event.preventDefault();
  location.reload();
});
