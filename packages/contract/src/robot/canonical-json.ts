/**
 * A value as canonical JSON (RFC 8785): names sorted by UTF-16 units, no blanks, numbers as ECMAScript writes them. Equal values give
 * equal bytes on every machine, so it is hashed. Members without a value are left out. Throws for what JSON does not have: as `null`
 * or as `{}` different values would become equal.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (isPlainObject(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${scalar(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return scalar(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function scalar(value: unknown): string {
  const isJson =
    value === null ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && value.isWellFormed());
  if (!isJson) throw new TypeError(`JSON has no ${typeof value} such as ${String(value)}`);
  return JSON.stringify(value);
}
