import { companyCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { agent, mall, other } = companyIds;
const { superAdmin, agentAdmin, mallAdmin } = people;
const { add, update, detail } = companyCalls;

const create = (name: string, fields: object = {}) =>
  server.ok(add, superAdmin, { name, parentId: agent, type: 1, ...fields });
const change = async (id: string, code: string, who: Person = superAdmin) => {
  const { company } = await server.ok(detail, superAdmin, { id });
  return await server.send(update, who, { id, version: company.version, code });
};
const codeTaken = { reasons: { code: { code: 'COMPANY_CODE_TAKEN' } } };

test.each([
  ['金鸡湖广场 Jinji Lake Plaza', 'JLP'],
  ['St.-Marien-Klinikum Köln', 'SMKK'],
  ['Rheinland Reinigungstechnik GmbH', 'RR'],
  ['Öffentliche Bäder AG', 'OB'],
  ['One Two Three Four Five', 'OTTF'],
  ['Großmarkt', 'GRO'],
  ['Q', 'Q1'],
  ['ひまわりビル', 'C1'],
  // The initials of its pinyin, without its legal form.
  ['上海清洁科技有限公司', 'SHQJ'],
  ['万达集团', 'WD'],
  ['重庆长江物业', 'CQCJ'],
  ['廈門東龍飯店', 'XMDL'],
])('a company with the name "%s" gets the code %s', async (name, code) => {
  expect((await create(name)).code).toBe(code);
});

test('the characters of a company in Japan are not read as Chinese', async () => {
  expect((await create('大阪空港', { region: 'JP' })).code).toBe('C1');
});

test('Chinese companies with the same initials are numbered like others', async () => {
  expect((await create('万达')).code).toBe('WD');
  expect((await create('文档')).code).toBe('WD2');
});

test('of companies with the same letters the later ones have a number, in time and at once', async () => {
  expect((await create('Tower')).code).toBe('TOW');
  expect((await create('Tower West')).code).toBe('TW');
  const codes = await Promise.all(['Tower', 'Town', 'Towel'].map((name) => create(name)));
  expect(codes.map(({ code }) => code).toSorted()).toEqual(['TOW2', 'TOW3', 'TOW4']);
});

test('a code is chosen with the company and changed by accounts that may edit the company', async () => {
  const { id, code } = await create('Tower', { code: 'spire' });
  expect(code).toBe('SPIRE');
  expect((await change(id, 'twr', agentAdmin)).data).toMatchObject({ code: 'TWR' });
  expect((await change(mall, 'NEW', mallAdmin)).code).not.toBe(200);
  const { changes } = await server.ok(detail, superAdmin, { id });
  expect(changes[0]).toMatchObject({ kind: 'CHANGED', fields: ['code'] });
});

test('a code that another company has or had is refused, and one that the company had is not', async () => {
  expect((await change(mall, 'OTH')).data).toMatchObject(codeTaken);
  expect((await change(other, 'ELSE')).code).toBe(200);
  // Papers with the former code name orders of that company.
  expect((await change(mall, 'OTH')).data).toMatchObject(codeTaken);
  expect((await create('Othello')).code).toBe('OTH2');
  expect((await change(other, 'OTH')).data).toMatchObject({ code: 'OTH' });
  expect((await change(other, 'OTH')).data).toMatchObject({ code: 'OTH' });
  const refused = await server.send(add, superAdmin, { name: 'X', parentId: agent, type: 1, code: 'ELSE' });
  expect(refused.data).toMatchObject(codeTaken);
});

test.each(['A', '1AB', 'ABCDEFG', 'A-B', 'ÄB'])('the code "%s" is refused with its rule', async (code) => {
  const { code: answer, data } = await change(mall, code);
  expect(answer).toBe(errors.invalid.code);
  expect(data).toMatchObject({ reasons: { code: { code: 'COMPANY_CODE' } } });
});
