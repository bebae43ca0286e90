import { reportError } from './report-error.ts';

const key = 'reloadedAt';
const againMs = 30_000;

/**
 * Loads a chunk. After a release the old chunks no longer exist, so a failed load reloads the page once. A second failure
 * within half a minute is thrown and shows the error page.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    reportError('ERROR', error, { kind: 'missing piece' });
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - reloadedAt < againMs) throw error;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
    return new Promise(() => {});
  }
}

/** Loads a component for `lazy`. */
export const lazyPart = async <C>(load: () => Promise<C>): Promise<{ default: C }> => ({
  default: await loadChunk(load),
});
