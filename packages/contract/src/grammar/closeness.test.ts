import { expect, test } from 'vitest';
import { closeness, closenessOf } from './closeness.ts';

test.each([
  ['devices', 'Devices', closeness.exact],
  ['dev', 'Devices', closeness.beginning],
  ['groups dev', 'Device groups', closeness.beginning],
  ['port', 'Reports', closeness.part],
  ['berich', 'Berichte', closeness.beginning],
  ['geräte', 'Gerate', closeness.exact],
  ['报告', '任务报告', closeness.part],
  ['任务', '任务报告', closeness.beginning],
  ['告', '任务报告', closeness.part],
  ['ﾃﾞﾊﾞｲｽ', 'デバイス', closeness.exact],
])('%s matches %s as %i', (typed, text, expected) => {
  expect(closenessOf(typed, [text])).toBe(expected);
});

test.each([
  ['a swapped letter', 'repotrs', 'Reports'],
  ['a missing letter', 'calndar', 'Calendar'],
  ['a letter too many', 'calenndar', 'Calendar'],
  ['a wrong letter', 'calandar', 'Calendar'],
  ['a swapped letter in a beginning', 'calne', 'Calendar'],
  ['a missing Chinese character', '任报告', '任务报告'],
  ['a wrong Korean syllable', '로그아운', '로그아웃'],
])('%s still finds', (_what, typed, text) => {
  expect(closenessOf(typed, [text])).toBe(closeness.similar);
});

test.each([
  ['calendar', 'Reports'],
  // Two letters are in the middle of nearly every title.
  ['en', 'Calendar'],
  // A short word has too many similar ones.
  ['cat', 'Car'],
  ['devices today', 'Devices'],
  ['', 'Devices'],
  ['?!', 'Devices'],
])('"%s" does not match %s', (typed, text) => {
  expect(closenessOf(typed, [text])).toBeUndefined();
});
