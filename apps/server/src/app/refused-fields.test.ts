import {
  allCalls,
  errors,
  fieldReasons,
  langs,
  type Call,
  type FieldErrors,
  type Lang,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { reasonText } from '../platform/calls/refusal-text.ts';
import { people } from '../test-kit/index.ts';
import { fieldsOf, sampleOf } from '../test-kit/sample.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

const server = sharedTestServer();
const calls = Object.entries(allCalls).flatMap(([feature, group]) =>
  Object.entries<Call>(group).map(([name, call]) => ({ feature, name, call })),
);

/** Every field of a call gets each of these values; an unknown field makes each input invalid. */
const wrongValues = [
  { a: 1 },
  [[]],
  '',
  'x'.repeat(150),
  -1e12,
  0.123,
  Array.from({ length: 600 }, () => 'x'),
  null,
];
/** The router refuses a wrong part of the path before the call does. */
const queryFieldsOf = (call: Call) => fieldsOf(call).filter((field) => !call.path.includes(`:${field}`));
const inputsOf = (call: Call) => [
  { surprise: 'x' },
  ...wrongValues.map((wrong) => ({
    ...sampleOf(call),
    ...Object.fromEntries(queryFieldsOf(call).map((field) => [field, wrong])),
    surprise: 'x',
  })),
];

/** The languages in which each reason was met. */
const met = new Map<string, Set<Lang>>();

/** Texts of one refusal that are not those of its reasons in this language, and whether its reasons were met in every one. */
async function refusal(call: Call, input: object, lang: Lang) {
  const { code, msg, data } = await server.send(call, people.superAdmin, input, { lang });
  expect([code, msg]).toEqual([errors.invalid.code, errors.invalid.texts[lang]]);
  // The data of a refusal, not of the call.
  const { fields, reasons } = data as unknown as FieldErrors;
  expect(Object.keys(fields)).toEqual(Object.keys(reasons));
  const wrong = Object.entries(reasons).flatMap(([field, reason]) => {
    met.set(reason.code, (met.get(reason.code) ?? new Set()).add(lang));
    const text = fields[field]!;
    const english = lang !== 'en' && text === reasonText(reason, 'en');
    return english || text !== reasonText(reason, lang) || /\{\w+\}/.test(text)
      ? [`${lang} ${field}: ${text}`]
      : [];
  });
  const isMetInAll = Object.values(reasons).every(
    ({ code: reason }) => met.get(reason)!.size === langs.length,
  );
  return { wrong, isMetInAll };
}

// Which fields are invalid does not depend on the language. Each input is sent in one language, a call in all of them, and an
// input with a reason that was not met in every language in the others too.
test.each(calls)('$feature $name names the reasons of invalid fields in each language', async ({ call }) => {
  // Public calls of one address are limited per minute.
  if (call.allow === 'everyone') server.clock.advance(60_000);
  const start = calls.findIndex((it) => it.call === call);
  for (const [index, input] of inputsOf(call).entries()) {
    for (const offset of langs.keys()) {
      const lang = langs[(start + index + offset) % langs.length]!;
      const { wrong, isMetInAll } = await refusal(call, input, lang);
      expect(wrong, JSON.stringify(input).slice(0, 200)).toEqual([]);
      if (isMetInAll) break;
    }
  }
});

test('the walk meets the reasons of the schemas, each in every language', () => {
  expect(Object.keys(fieldReasons)).toEqual(expect.arrayContaining([...met.keys()]));
  for (const [code, of] of met) expect([...of].toSorted(), code).toEqual(langs.toSorted());
  expect([...met.keys()]).toEqual(
    expect.arrayContaining([
      'REQUIRED',
      'UNKNOWN_FIELD',
      'TEXT_EXPECTED',
      'NUMBER_EXPECTED',
      'BOOLEAN_EXPECTED',
      'LIST_EXPECTED',
      'OBJECT_EXPECTED',
      'TOO_LONG',
      'TOO_MANY',
      'TOO_SMALL',
      'NOT_ALLOWED',
      'UUID',
      'DATE_TIME',
    ]),
  );
});
