/** The parts of a service worker's scope that are used here. The types of the DOM do not contain them. */
interface WorkerEvent extends Event {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}
interface WorkerScope {
  addEventListener: (type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
}
const scope = self as unknown as WorkerScope;

/** A network that does not answer within this time counts as absent. */
const patienceMs = 4_000;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

// The page stores itself and its files (`offline-page.ts`); the worker only reads them. Calls pass by: their answers are never stored.
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request, pathname));
});

/** The network comes first, so that a release is shown at once. */
async function pageOf(request: Request, path: string): Promise<Response> {
  const stored = await caches.match(path);
  if (!stored) return fetch(request);
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs));
  const answer = await Promise.race([fetch(request).catch(() => undefined), timeout]);
  return answer && answer.status < 500 ? answer : stored;
}

/** A file with a hash in its name never changes. */
const fileOf = async (request: Request, path: string): Promise<Response> =>
  (await caches.match(path)) ?? fetch(request);
