/** Texts that PostgreSQL and JSON can hold: Unicode without NUL and without half a surrogate pair. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The reason given for a field whose text cannot be stored. */
export const unstorable = 'contains characters that cannot be stored';

/** A text from outside that nothing has checked, cut to a length and made storable. */
export const storableText = (text: string, maxLength: number): string => {
  // Cutting may halve a surrogate pair; its first half goes too.
  const cut = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replaceAll('\0', '').toWellFormed();
};

const maxDepth = 64;
const maxKeyLength = 64;

/**
 * Where a value holds texts or keys that cannot be stored, as paths of field names. What lies deeper than any input of a call counts
 * as not storable: it would cost more stack than there is. At most `max` places are named.
 */
export function unstorablePlaces(value: unknown, max = 20): string[] {
  const places: string[] = [];
  const path: string[] = [];
  const look = (item: unknown): void => {
    if (typeof item === 'string') {
      if (!isStorableText(item)) places.push(path.join('.'));
    } else if (typeof item === 'object' && item !== null) {
      if (path.length >= maxDepth) return void places.push(path.join('.'));
      for (const key of Object.keys(item)) {
        if (places.length >= max) return;
        path.push(storableText(key, maxKeyLength));
        if (isStorableText(key)) look(item[key as keyof typeof item]);
        else places.push(path.join('.'));
        path.pop();
      }
    }
  };
  look(value);
  return places;
}
