/// <reference lib="webworker" />
// Serves the page and files of the app from the cache when the service cannot be reached. It does not cache API responses.
const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const files: string[] = JSON.parse('__FILES__');
const cacheName = `swath-${files.join().length}-${files[0]}`;
const networkTimeoutMs = 4000;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll([new Request('/', { headers: { accept: 'text/html' }, cache: 'reload' }), '/icon.svg', ...files]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith('/assets/') || url.pathname === '/icon.svg') event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && isAppPage(url.pathname)) event.respondWith(fetchPage(request));
});

worker.addEventListener('message', (event) => {
  const loaded = (event.data as string[]).filter((name) => name.startsWith(`${worker.location.origin}/assets/`));
  event.waitUntil(Promise.all(loaded.map((name) => fromCache(new Request(name)).catch(() => undefined))));
});

interface PushedMessage {
  title: string;
  text: string;
  tag: string;
  path: string;
}

// A repeated message has the same tag, so it replaces the first one without another sound.
worker.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, text, tag, path } = event.data.json() as PushedMessage;
  event.waitUntil(worker.registration.showNotification(title, { body: text, tag, icon: '/icon.svg', data: path }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data as string, worker.location.origin);
  if (address.origin !== worker.location.origin) return;
  event.waitUntil(
    worker.clients.matchAll({ type: 'window' }).then(async ([open]) => {
      if (open === undefined) return worker.clients.openWindow(address.href);
      await open.focus();
      return open.navigate(address.href);
    }),
  );
});

const isAppPage = (path: string) => !/^\/(api|pages|pay|link|setup)(\/|$)/.test(path);

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(request);
  if (found !== undefined) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Network first with a timeout, then the cached page. */
async function fetchPage(request: Request): Promise<Response> {
  const cached = await caches.match('/');
  if (cached === undefined) return fetch(request);
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(cached.clone()), networkTimeoutMs));
  return Promise.race([fetch(request).then((response) => (response.status >= 500 ? cached : response)), timeout]).catch(() => cached);
}
