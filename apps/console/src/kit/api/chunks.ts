import { reportError } from './report-error.ts';
import { tabStorage } from '../storage.ts';

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
    const reloadedAt = Number(tabStorage.getItem(key) ?? 0);
    if (Date.now() - reloadedAt < againMs) throw error;
    // Without storage the page after the reload would not know of it, and reload again.
    if (!tabStorage.setItem(key, String(Date.now()))) throw error;
    location.reload();
    return new Promise(() => {});
  }
}

/** Loads a component for `lazy`. */
export const lazyPart = async <C>(load: () => Promise<C>): Promise<{ default: C }> => ({
  default: await loadChunk(load),
});
