import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What is wrong with a field, as a key of the kit's texts and the number that goes with it. */
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

/** Of what may be one thing or another, the other thing is mostly "nothing": what is wrong with the one is what to say. */
const isAbout = (issue: Issue, format: string): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.flat().some((inner) => isAbout(inner, format))
    : issue.code === 'invalid_format' && issue.format === format;

/** Says of a fault what a person can do about it; what only the call's own words could explain is to be looked at again. */
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
