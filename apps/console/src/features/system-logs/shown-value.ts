import { formatTime, unknown } from '../../kit/format/format.ts';

/** How a kept value is put before a reader. */
export type Shown =
  | { form: 'text'; text: string }
  | { form: 'boolean'; value: boolean }
  | { form: 'hidden' }
  | { form: 'long'; length: number }
  /** Items the other side does not have stand out. */
  | { form: 'list'; items: { text: string; only: boolean }[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value of a changed column, beside what stands on the other side of the change. */
export function shownValue(value: unknown, other: unknown): Shown {
  if (value === null || value === undefined || value === '') return { form: 'text', text: unknown };
  if (typeof value === 'boolean') return { form: 'boolean', value };
  if (isObject(value) && value['hidden'] === true) return { form: 'hidden' };
  if (isObject(value) && typeof value['long'] === 'number') return { form: 'long', length: value['long'] };
  if (Array.isArray(value))
    return listOf(value.map(plain), Array.isArray(other) ? other.map(plain) : undefined);
  if (isObject(value)) {
    const lines = (one: Record<string, unknown>) =>
      Object.entries(one).map(([key, part]) => `${key}: ${plain(part)}`);
    return listOf(lines(value), isObject(other) ? lines(other) : undefined);
  }
  // Moments as PostgreSQL writes them in JSON.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)$/.test(value))
    return { form: 'text', text: formatTime(value) };
  return { form: 'text', text: plain(value) };
}

function listOf(texts: string[], others: string[] | undefined): Shown {
  if (texts.length === 0) return { form: 'text', text: unknown };
  const there = others && new Set(others);
  return {
    form: 'list',
    items: [...new Set(texts)].map((text) => ({ text, only: there ? !there.has(text) : false })),
  };
}
