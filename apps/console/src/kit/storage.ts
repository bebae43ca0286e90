/**
 * The storage of the browser, or memory where the browser denies it, lacks it, or has no space left. A value in memory lasts
 * until the page is left. Reading `localStorage` itself throws where site data is blocked, so no other file reads it.
 */
function createStorage(open: () => Storage) {
  const memory = new Map<string, string>();
  return {
    getItem(key: string): string | null {
      const value = memory.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    /** False when the value lasts only until the page is left. */
    setItem(key: string, value: string): boolean {
      memory.delete(key);
      try {
        open().setItem(key, value);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },
    removeItem(key: string): void {
      memory.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // There is nothing to remove.
      }
    },
  };
}

/** Lasts until it is removed, for all tabs. */
export const browserStorage = createStorage(() => localStorage);
/** Lasts as long as the tab. */
export const tabStorage = createStorage(() => sessionStorage);
