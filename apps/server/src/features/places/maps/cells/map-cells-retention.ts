/** Cells in shared memory: threads read them without a copy. */
export type SharedCells = Uint8Array<SharedArrayBuffer>;

interface Entry {
  size: number;
  cells: Promise<SharedCells>;
}

/**
 * Least-recently-used cache of decoded grids, of at most `maxCells` cells in total. Concurrent requests for a grid share one read.
 */
export function createCellCache(maxCells: number) {
  const entries = new Map<string, Entry>();

  function evict() {
    let cellCount = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of entries) {
      if (cellCount <= maxCells) return;
      entries.delete(key);
      cellCount -= size;
    }
  }

  return {
    get(key: string, size: number, read: () => Promise<SharedCells>): Promise<SharedCells> {
      const entry = entries.get(key) ?? { size, cells: read() };
      // A Map iterates in order of insertion: the first entry is the least recently used.
      entries.delete(key);
      entries.set(key, entry);
      entry.cells.catch(() => entries.get(key) === entry && entries.delete(key));
      evict();
      return entry.cells;
    },
  };
}
