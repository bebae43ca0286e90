import { browserStorage } from '../../../kit/storage.ts';
import { createSource } from '../../../kit/store.ts';

const key = 'board.folded';
let cached: { text: string | null; names: ReadonlySet<string> } = { text: null, names: new Set() };

function read(): ReadonlySet<string> {
  const text = browserStorage.getItem(key);
  // The same set for the same stored text, so that React sees no false change.
  if (text !== cached.text) cached = { text, names: new Set(text ? text.split(' ') : []) };
  return cached.names;
}

const source = createSource(read);

/** The blocks that the reader folded in this browser. */
export function useFoldedBlocks() {
  const folded = source.use();
  const toggle = (name: string) => {
    const names = new Set(folded);
    if (!names.delete(name)) names.add(name);
    browserStorage.setItem(key, [...names].join(' '));
    source.changed();
  };
  return { folded, toggle };
}
