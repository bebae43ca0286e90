import {
  builtInNotices,
  errors,
  noticeSettingCalls as calls,
  type NoticeChoices,
  type Sent,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer({ mailFrom: 'Sweepline <notices@sweepline.example>' });
const { superAdmin, agentAdmin, mallAdmin, otherAdmin, reader } = people;

const detail = (who: Person, companyId?: string) =>
  server.ok(calls.detail, who, companyId === undefined ? {} : { companyId });
async function set(who: Person, companyId: string, choices: NoticeChoices) {
  const { version } = await detail(who, companyId);
  return await server.ok(calls.set, who, { companyId, version, choices });
}
const refused = async (who: Person, input: Sent<typeof calls.set>) => {
  const { code, data } = await server.send(calls.set, who, input);
  return { code, fields: Object.keys((data as unknown as { fields?: object } | null)?.fields ?? {}) };
};
const telling = (more: object) => ({
  to: 'CHOSEN' as const,
  accountIds: [],
  roleIds: [],
  channels: ['BELL' as const],
  ...more,
});

test('a company that has chosen nothing has the built-in rules', async () => {
  const { runTelling: _run, connectionTelling: _connection, ...rules } = builtInNotices;
  const setting = await detail(mallAdmin);
  expect(setting).toMatchObject({ id: companyIds.mall, companyName: 'Mall', version: 0, updatedBy: null });
  expect(setting.inherited).toMatchObject(rules);
  expect(setting.inherited.runTelling).toMatchObject({ to: 'EVERYONE', channels: ['BELL'] });
  expect(new Set(Object.values(setting.own))).toEqual(new Set([null]));
});

test('each field is inherited from the nearest company above that has chosen it', async () => {
  await set(superAdmin, companyIds.provider, { offlineMinutes: 30, minCoverage: 60, isBackTold: false });
  await set(agentAdmin, companyIds.agent, { offlineMinutes: 5 });
  const own = await set(mallAdmin, companyIds.mall, { minCoverage: 0 });
  expect(own).toMatchObject({
    version: 1,
    updatedBy: 'mallAdmin',
    own: { minCoverage: 0, offlineMinutes: null },
  });
  expect(own.inherited).toMatchObject({ offlineMinutes: 5, minCoverage: 60, isBackTold: false });
  expect((await detail(otherAdmin)).inherited).toMatchObject({ offlineMinutes: 30, minCoverage: 60 });
});

test('a field that is left out stays, and null inherits again', async () => {
  await set(mallAdmin, companyIds.mall, { offlineMinutes: 3, runEnds: ['SUCCESS'] });
  const { own } = await set(mallAdmin, companyIds.mall, { offlineMinutes: null });
  expect(own).toMatchObject({ offlineMinutes: null, runEnds: ['SUCCESS'] });
});

test('receivers of a company above are counted and not named below it', async () => {
  await set(agentAdmin, companyIds.agent, { runTelling: telling({ accountIds: [agentAdmin.id] }) });
  const seen = (await detail(mallAdmin)).inherited.runTelling;
  expect(seen).toEqual({ to: 'CHOSEN', accounts: [], roles: [], others: 1, channels: ['BELL'] });
  const above = (await detail(agentAdmin, companyIds.mall)).inherited.runTelling;
  expect(above.accounts).toEqual([{ id: agentAdmin.id, name: 'Nick agentAdmin' }]);
});

test('a save keeps receivers that its author does not see', async () => {
  await set(agentAdmin, companyIds.mall, { runTelling: telling({ accountIds: [agentAdmin.id] }) });
  const { own } = await set(mallAdmin, companyIds.mall, { runTelling: telling({ accountIds: [reader.id] }) });
  expect(own.runTelling).toMatchObject({ accounts: [{ id: reader.id }], others: 1 });
});

test('a foreign company and an unknown one get the same answer, and its accounts cannot be chosen', async () => {
  const unknown = await server.send(calls.detail, mallAdmin, { companyId: server.newId() });
  expect(unknown.code).toBe(errors.notFound.code);
  for (const companyId of [companyIds.agent, companyIds.other]) {
    expect((await server.send(calls.detail, mallAdmin, { companyId })).code).toBe(errors.notFound.code);
    expect((await server.send(calls.receivers, mallAdmin, { companyId })).code).toBe(errors.notFound.code);
    expect(await refused(mallAdmin, { companyId, version: 0, choices: { offlineMinutes: 2 } })).toMatchObject(
      {
        code: errors.notFound.code,
      },
    );
  }
  for (const accountIds of [[otherAdmin.id], [agentAdmin.id], [server.newId()]])
    expect(
      await refused(mallAdmin, {
        companyId: companyIds.mall,
        version: 0,
        choices: { runTelling: telling({ accountIds }) },
      }),
    ).toMatchObject({ code: errors.notFound.code });
});

test('a save of an older version is refused', async () => {
  const input = { companyId: companyIds.mall, version: 0, choices: { offlineMinutes: 2 } };
  await server.ok(calls.set, mallAdmin, input);
  const { code, msg } = await server.send(calls.set, agentAdmin, input);
  expect(code).toBe(errors.changedMeanwhile.code);
  expect(msg).toContain('mallAdmin');
});

test.each<[string, NoticeChoices]>([
  ['choices.offlineMinutes', { offlineMinutes: 0 }],
  ['choices.offlineMinutes', { offlineMinutes: 1_441 }],
  ['choices.minCoverage', { minCoverage: 101 }],
  ['choices.expectedOffline.0.to', { expectedOffline: [{ weekdays: [1], from: '22:00', to: '24:00' }] }],
  ['choices.expectedOffline.0.weekdays', { expectedOffline: [{ weekdays: [], from: '22:00', to: '06:00' }] }],
  ['choices.runTelling', { runTelling: telling({}) }],
  ['choices.runTelling.channels', { runTelling: telling({ to: 'EVERYONE', channels: ['MAIL'] }) }],
  ['choices.runTelling.channels', { runTelling: telling({ accountIds: [mallAdmin.id], channels: [] }) }],
])('a wrong %s is refused with its field', async (field, choices) => {
  const answer = await refused(mallAdmin, { companyId: companyIds.mall, version: 0, choices });
  expect(answer).toEqual({ code: errors.invalid.code, fields: [field] });
});

test('the list has the companies of the tenant scope, and those that have chosen', async () => {
  await set(mallAdmin, companyIds.mall, { offlineMinutes: 2 });
  const names = async (who: Person, input: Sent<typeof calls.list>) =>
    (await server.ok(calls.list, who, input)).list.map(({ companyName }) => companyName);
  expect(await names(agentAdmin, {})).toEqual(['Agent', 'Mall']);
  expect(await names(agentAdmin, { chosen: true })).toEqual(['Mall']);
  expect(await names(superAdmin, { chosen: false })).toEqual(['Agent', 'Other', 'Sweepline']);
  expect(await names(superAdmin, { keyword: 'oth' })).toEqual(['Other']);
});

test('receivers are the accounts and roles of the company and of those above it that the caller sees', async () => {
  const role = await server.aRole({ companyId: companyIds.mall, name: 'Night shift' });
  await server.aRole({ companyId: companyIds.other, name: 'Elsewhere' });
  const { accounts, roles, canMail } = await server.ok(calls.receivers, mallAdmin, {
    companyId: companyIds.mall,
  });
  expect(accounts.map(({ id }) => id).toSorted()).toEqual(
    [mallAdmin.id, reader.id, people.bare.id].toSorted(),
  );
  expect(roles).toContainEqual({ id: role.id, name: 'Night shift', companyName: 'Mall' });
  expect(roles.some(({ name }) => name === 'Elsewhere')).toBe(false);
  expect(canMail).toBe(true);
  const seen = await server.ok(calls.receivers, agentAdmin, { companyId: companyIds.mall, keyword: 'ADMIN' });
  expect(seen.accounts.map(({ id }) => id).toSorted()).toEqual([mallAdmin.id, agentAdmin.id].toSorted());
});

test('who may read the settings and not change them is refused a change', async () => {
  const { code } = await server.send(calls.set, reader, {
    companyId: companyIds.mall,
    version: 0,
    choices: {},
  });
  expect(code).toBe(errors.forbidden.code);
});
