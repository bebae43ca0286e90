import { formatTimeExact, unknown } from '../../../kit/format/format.ts';

/** Display form of a logged value. */
export type DisplayValue =
  | { form: 'text'; text: string }
  | { form: 'boolean'; value: boolean }
  | { form: 'hidden' }
  | { form: 'long'; length: number }
  /** `only` marks items that the other side lacks. */
  | { form: 'list'; items: { text: string; only: boolean }[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Display form of a value of a changed column. `other` is the value on the other side of the change. */
export function displayValue(value: unknown, other: unknown): DisplayValue {
  if (value === null || value === undefined || value === '') return { form: 'text', text: unknown };
  if (typeof value === 'boolean') return { form: 'boolean', value };
  if (isObject(value) && value['hidden'] === true) return { form: 'hidden' };
  if (isObject(value) && typeof value['long'] === 'number') return { form: 'long', length: value['long'] };
  if (Array.isArray(value))
    return listOf(value.map(textOf), Array.isArray(other) ? other.map(textOf) : undefined);
  if (isObject(value)) {
    const linesOf = (object: Record<string, unknown>) =>
      Object.entries(object).map(([key, part]) => `${key}: ${textOf(part)}`);
    return listOf(linesOf(value), isObject(other) ? linesOf(other) : undefined);
  }
  // The format of timestamps in the JSON of PostgreSQL.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)$/.test(value))
    return { form: 'text', text: formatTimeExact(value) };
  return { form: 'text', text: textOf(value) };
}

function listOf(texts: string[], others: string[] | undefined): DisplayValue {
  if (texts.length === 0) return { form: 'text', text: unknown };
  const otherTexts = others && new Set(others);
  return {
    form: 'list',
    items: [...new Set(texts)].map((text) => ({ text, only: otherTexts ? !otherTexts.has(text) : false })),
  };
}
