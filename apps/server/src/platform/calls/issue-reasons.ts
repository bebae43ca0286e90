import { fieldReason, isReasonCode, type FieldReason, type ReasonCode } from '@sweepline/contract';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

const typeReasons: Record<string, ReasonCode> = {
  string: 'TEXT_EXPECTED',
  number: 'NUMBER_EXPECTED',
  nan: 'NUMBER_EXPECTED',
  int: 'INTEGER_EXPECTED',
  boolean: 'BOOLEAN_EXPECTED',
  array: 'LIST_EXPECTED',
  object: 'OBJECT_EXPECTED',
  record: 'OBJECT_EXPECTED',
};
const formatReasons: Record<string, ReasonCode> = {
  email: 'EMAIL',
  uuid: 'UUID',
  guid: 'UUID',
  url: 'ADDRESS',
  date: 'DATE',
  time: 'TIME',
  datetime: 'DATE_TIME',
};
/** Values that a reason lists; a longer list would not be read. */
const maxValues = 20;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The reason of a schema's issue. The messages of zod are English and are never sent. */
export function reasonOfIssue(issue: Issue, input: unknown): FieldReason {
  // A check of the contract has the code as its message.
  if (isReasonCode(issue.message)) return ownReason(issue, issue.message);
  const value = valueAt(input, issue.path);
  if (value === undefined || (issue.code === 'too_small' && isEmpty(value))) return fieldReason('REQUIRED');
  switch (issue.code) {
    case 'invalid_type':
      return { code: typeReasons[issue.expected] ?? 'INVALID', params: {} };
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return { code: formatReasons[issue.format] ?? 'FORMAT', params: {} };
    case 'not_multiple_of':
      return fieldReason('NOT_A_MULTIPLE', { step: issue.divisor });
    case 'invalid_value':
      return notAllowed(issue);
    case 'invalid_union':
      return ofUnion(issue, input);
    case 'unrecognized_keys':
      return fieldReason('UNKNOWN_FIELD');
    default:
      return fieldReason('INVALID');
  }
}

const ownReason = (issue: Issue, code: ReasonCode): FieldReason => {
  // `because` sets the values of the reason as the parameters of the check.
  const params = 'params' in issue ? (issue.params as FieldReason['params']) : {};
  return { code, params };
};

function tooSmall({ origin, minimum, exact, inclusive }: IssueOf<'too_small'>): FieldReason {
  const min = Number(minimum);
  if (origin === 'string')
    return exact ? fieldReason('EXACT_LENGTH', { length: min }) : fieldReason('TOO_SHORT', { min });
  if (isCollection(origin))
    return exact ? fieldReason('EXACT_COUNT', { count: min }) : fieldReason('TOO_FEW', { min });
  return fieldReason(inclusive === false ? 'NOT_ABOVE' : 'TOO_SMALL', { min });
}

function tooBig({ origin, maximum, exact, inclusive }: IssueOf<'too_big'>): FieldReason {
  const max = Number(maximum);
  if (origin === 'string')
    return exact ? fieldReason('EXACT_LENGTH', { length: max }) : fieldReason('TOO_LONG', { max });
  if (isCollection(origin))
    return exact ? fieldReason('EXACT_COUNT', { count: max }) : fieldReason('TOO_MANY', { max });
  return fieldReason(inclusive === false ? 'NOT_BELOW' : 'TOO_LARGE', { max });
}

const isCollection = (origin: string) => origin === 'array' || origin === 'set' || origin === 'map';

function notAllowed({ values }: IssueOf<'invalid_value'>): FieldReason {
  if (values.length > maxValues) return fieldReason('INVALID');
  return fieldReason('NOT_ALLOWED', { values: values.map(String).join(', ') });
}

/** A union's branch that accepts the type of the value says more than the others. */
function ofUnion({ errors, path }: IssueOf<'invalid_union'>, input: unknown): FieldReason {
  const value = valueAt(input, path);
  const close = errors
    .flatMap(([first]) => first ?? [])
    .find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value');
  return close ? reasonOfIssue(close, value) : fieldReason('INVALID');
}
