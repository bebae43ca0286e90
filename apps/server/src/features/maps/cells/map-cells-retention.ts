/** Cells that threads look at together instead of sending them to and fro. */
export type SharedCells = Uint8Array<SharedArrayBuffer>;

interface Entry {
  size: number;
  cells: Promise<SharedCells>;
}

/**
 * Grids that were read out of their pictures, the latest used first to stay: together they never hold more than `most` cells. Who
 * asks while one is being read waits for that reading.
 */
export function keptCells(most: number) {
  const entries = new Map<string, Entry>();

  function makeRoom() {
    let held = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of entries) {
      if (held <= most) return;
      entries.delete(key);
      held -= size;
    }
  }

  return {
    get(key: string, size: number, read: () => Promise<SharedCells>): Promise<SharedCells> {
      const entry = entries.get(key) ?? { size, cells: read() };
      // A map's first entry is the one put in longest ago.
      entries.delete(key);
      entries.set(key, entry);
      entry.cells.catch(() => entries.get(key) === entry && entries.delete(key));
      makeRoom();
      return entry.cells;
    },
  };
}
