const cacheName = 'sweepline-offline';
// Browsers list 250 requests by default. After more of them the files of a page that is opened later would be missing.
performance.setResourceTimingBufferSize?.(2_000);
/** The worker is in the folder of its pages, because its scope is at most its own folder. */
const folderOf = (path: string) => path.replace(/[^/]+$/, '');

const programIn = (html: string) => /data-program="([^"]+)"/.exec(html)?.[1];

/** The files with a hash in their name that this page has loaded, styles and texts included. */
const loadedFiles = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name, location.href))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname),
  ),
];

/**
 * Stores a page with the files that it has loaded. The worker answers with them when there is no network. The page is stored last and
 * only if it belongs to these files, because a new release may have come meanwhile; then the earlier copy stays complete.
 */
export async function storePage(path: string, files: readonly string[]): Promise<boolean> {
  const answer = await fetch(path, { cache: 'no-cache' });
  const program = answer.ok ? programIn(await answer.clone().text()) : undefined;
  if (program === undefined || !files.includes(program)) return false;
  const cache = await caches.open(cacheName);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !stored.has(file)));
  await cache.put(path, answer);
  const current = new Set([path, ...files]);
  await Promise.all([...stored].filter((file) => !current.has(file)).map((file) => cache.delete(file)));
  return true;
}

/** Lets a page open without a network from now on. Does nothing in development and on plain http. */
export async function keepPage(path: string): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const scope = folderOf(path);
  await navigator.serviceWorker.register(`${scope}worker.js`, { scope, updateViaCache: 'none' });
  await storePage(path, loadedFiles());
}

/** Removes the stored page and the worker. */
export async function forgetPage(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(folderOf(path));
  await Promise.all([registration?.unregister(), caches.delete(cacheName)]);
}
