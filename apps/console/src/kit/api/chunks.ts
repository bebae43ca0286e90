import { reportError } from './report-error.ts';

const key = 'reloadedAt';
const againMs = 30_000;

/**
 * Loads a piece of the program. After a release the old pieces are gone; the page then starts anew, once: a piece that
 * is still missing half a minute later is a fault and goes to the error page.
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

/** For `lazy`: a component in a chunk of its own. */
export const lazyPart = async <C>(load: () => Promise<C>): Promise<{ default: C }> => ({
  default: await loadChunk(load),
});
