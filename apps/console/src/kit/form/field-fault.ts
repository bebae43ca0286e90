import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The fault of a field: a key of the kit's texts, and the bound it mentions. */
export interface FieldFault {
  key: 'missing' | 'tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'email' | 'check';
  count?: number;
}

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    values,
  );

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether an issue is about this format. In a union the other branch is mostly empty, so any branch counts. */
const isAbout = (issue: Issue, format: string): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.flat().some((inner) => isAbout(inner, format))
    : issue.code === 'invalid_format' && issue.format === format;

/** Maps a validation issue to a fault with a text. Issues without a text of their own become `check`. */
export function faultOf(issue: Issue, values: unknown): FieldFault {
  if (isEmpty(valueAt(values, issue.path))) return { key: 'missing' };
  if (isAbout(issue, 'email')) return { key: 'email' };
  if (issue.code === 'too_small' && typeof issue.minimum === 'number') {
    const key = issue.origin === 'string' ? 'tooShort' : issue.origin === 'array' ? 'check' : 'tooSmall';
    return { key, count: issue.minimum };
  }
  if (issue.code === 'too_big' && typeof issue.maximum === 'number') {
    const key = issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' ? 'check' : 'tooLarge';
    return { key, count: issue.maximum };
  }
  return { key: 'check' };
}
