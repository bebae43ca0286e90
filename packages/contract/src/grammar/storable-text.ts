/** Whether PostgreSQL and JSON can store a text: no NUL and no lone surrogate. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The message for a field whose text cannot be stored. */
export const unstorable = 'contains characters that cannot be stored';

/** Cuts an unchecked text to a length in UTF-16 units and makes it storable. */
export const storableText = (text: string, maxLength: number): string => {
  // Cutting may split a surrogate pair; the first half is removed too.
  const cut = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replaceAll('\0', '').toWellFormed();
};

const maxDepth = 64;
const maxKeyLength = 64;

/**
 * Paths of the texts and keys in a value that cannot be stored; at most `max` paths. Values nested deeper than
 * `maxDepth` are not storable, because walking them could overflow the stack.
 */
export function unstorablePlaces(value: unknown, max = 20): string[] {
  const places: string[] = [];
  const path: string[] = [];
  const visit = (item: unknown): void => {
    if (typeof item === 'string') {
      if (!isStorableText(item)) places.push(path.join('.'));
    } else if (typeof item === 'object' && item !== null) {
      if (path.length >= maxDepth) return void places.push(path.join('.'));
      for (const key of Object.keys(item)) {
        if (places.length >= max) return;
        path.push(storableText(key, maxKeyLength));
        if (isStorableText(key)) visit(item[key as keyof typeof item]);
        else places.push(path.join('.'));
        path.pop();
      }
    }
  };
  visit(value);
  return places;
}
