const level = (item: Element | undefined) => Number(item?.getAttribute('aria-level') ?? 0);

export const treeItems = (tree: Element | null): HTMLElement[] => [
  ...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? []),
];

/** The item that a key moves to, by the ARIA tree pattern. Opening and closing are done by the item. */
export function itemForKey(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const item = items[at];
  const next = items[at + 1];
  switch (key) {
    case 'ArrowDown':
      return next;
    case 'ArrowUp':
      return items[at - 1];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    case 'ArrowRight':
      return level(next) > level(item) ? next : undefined;
    case 'ArrowLeft':
      return items.slice(0, at).findLast((above) => level(above) < level(item));
    default:
      return undefined;
  }
}

/** A pause between two keys that begins a new text. */
const pauseMs = 700;

/** Finds items by the typed beginning of their label. The same letter again moves to the next item with it. */
export class TypeAhead {
  private typed = '';
  private lastAt = 0;

  find(key: string, items: readonly HTMLElement[], at: number, now = Date.now()): HTMLElement | undefined {
    if (now - this.lastAt > pauseMs) this.typed = '';
    this.lastAt = now;
    this.typed += key.toLocaleLowerCase();
    const repeated = [...this.typed].every((letter) => letter === this.typed[0]);
    const query = repeated ? this.typed[0]! : this.typed;
    // A longer text may still fit the item that its first letters found.
    const from = repeated ? at + 1 : at;
    const inTurn = [...items.slice(from), ...items.slice(0, from)];
    return inTurn.find((item) => item.getAttribute('aria-label')?.toLocaleLowerCase().startsWith(query));
  }
}
