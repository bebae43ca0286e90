import { expect, test } from 'vitest';
import { accountName, sideOf } from './accounts.ts';
import { companyTypes } from './auth.ts';

test('the accounts of the provider are internal, all others are outer', () => {
  const { provider, terminal, agent } = companyTypes;
  expect([provider, terminal, agent].map(sideOf)).toEqual(['INTERNAL', 'OUTER', 'OUTER']);
});

test.each([
  'mallАdmin',
  'οtherAdmin',
  'lı.wei-1',
  'ԁevice.1',
  'mallɑdmin',
  'maⅼⅼ\u0307dmin',
  'wei\u0323.li',
  'ᏢrovideR',
])('the new account name %s is refused, because a letter looks like a Latin one', (name) => {
  const { error } = accountName.safeParse(name);
  expect(error?.issues.map(({ message }) => message)).toEqual(['NAME_LETTERS']);
});

test.each([
  'li.wei@mall.example',
  'jörg-müller',
  '李伟李伟李伟',
  '佐々木たろう',
  'サービス一号',
  '김민수김민수',
  'Ｌi．Ｗei',
])('the new account name %s is accepted', (name) => {
  expect(accountName.safeParse(name).success).toBe(true);
});

test('an invisible character has one reason', () => {
  const { error } = accountName.safeParse('li\u200bwei.li');
  expect(error?.issues.map(({ message }) => message)).toEqual(['SPACES']);
});
