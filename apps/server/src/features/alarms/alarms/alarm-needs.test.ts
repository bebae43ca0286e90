import { alarmActCalls, needCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, agentAdmin, reader } = people;
const hourMs = 3_600_000;
const at = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();
const row = ({ id, version = 1 }: { id: string; version?: number }) => ({ id, version });
const needs = async (person = mallAdmin) =>
  (await server.ok(needCalls.list, person, { kind: ['ALARM'] })).list;
const codes = async () => (await needs()).map(({ reason }) => reason.params['code']);

test('a need of an alarm has its effective level and leads to the page of the alarm', async () => {
  const device = await server.aDevice();
  await server.anAlarm({ deviceId: device.id, code: '50101', level: 1, levelOverride: 5 });
  await server.anAlarm({ deviceId: device.id, code: '10110', level: 4, levelOverride: 2 });
  const alarm = await server.anAlarm({ deviceId: device.id, code: '20110', level: 3 });
  expect(await needs()).toMatchObject([
    { level: 5, reason: { params: { code: '50101', level: 5 } } },
    { level: 3, action: 'OPEN_ALARM', recordId: alarm.id, fixer: 'ANYONE' },
  ]);
});

test('who can fix it comes from the settings of the nearest company above, for the model of the robot', async () => {
  const device = await server.aDevice({ model: 'J30' });
  await server.anAlarm({ deviceId: device.id, code: '20110' });
  const setting = { code: '20110', updatedAt: at(0), updatedBy: 'test' };
  await inScope(server.db, '*', (tx) =>
    tx.insert(alarmSettings).values([
      { ...setting, companyId: companyIds.provider, fixer: 'FACTORY' },
      { ...setting, companyId: companyIds.agent, fixer: 'OPERATOR', model: 'J20' },
    ]),
  );
  expect(await needs()).toMatchObject([{ fixer: 'FACTORY' }]);
  await server.asOwner((sql) => sql`update alarm_settings set model = 'J30' where model = 'J20'`);
  expect(await needs()).toMatchObject([{ fixer: 'OPERATOR' }]);
});

test('a shelved alarm is no need until its shelf ends, and a processed one is none', async () => {
  const { id: deviceId } = await server.aDevice();
  const shelved = await server.anAlarm({ deviceId, code: '10110' });
  const processed = await server.anAlarm({ deviceId, code: '20110' });
  expect((await codes()).toSorted()).toEqual(['10110', '20110']);
  const shelf = { until: at(hourMs), reason: 'Later' };
  await server.ok(alarmActCalls.shelve, mallAdmin, { alarms: [row(shelved)], ...shelf });
  await server.ok(alarmActCalls.process, mallAdmin, { alarms: [row(processed)], result: 'Done' });
  expect(await codes()).toEqual([]);
  server.clock.advance(hourMs);
  expect(await codes()).toEqual(['10110']);
});

test('a cause is a need until its last follower is over, and its followers are none', async () => {
  const { id: deviceId } = await server.aDevice();
  const cause = await server.anAlarm({ deviceId, code: '40101' });
  const follower = await server.anAlarm({ deviceId, code: '40201', causeId: cause.id });
  expect(await codes()).toEqual(['40101']);
  await server.asOwner((sql) => sql`update alarms set cleared_at = now() where id = ${cause.id}`);
  expect(await codes()).toEqual(['40101']);
  await server.asOwner((sql) => sql`update alarms set cleared_at = now() where id = ${follower.id}`);
  expect(await codes()).toEqual([]);
});

test('a need is assigned to the owner of its alarm, unless it was handed over', async () => {
  const { id: deviceId } = await server.aDevice();
  const alarm = await server.anAlarm({ deviceId });
  server.clock.advance(1_000);
  await server.ok(alarmActCalls.assign, agentAdmin, { alarms: [row(alarm)], ownerId: agentAdmin.id });
  expect((await needs(agentAdmin))[0]?.assigned).toMatchObject({ mine: true, at: at(0), handed: false });
  const ofOthers = async () => (await server.ok(needCalls.list, mallAdmin, { others: true })).list;
  expect((await ofOthers())[0]?.assigned).toMatchObject({ mine: false, name: null });
  const { id } = (await ofOthers())[0]!;
  await server.ok(needCalls.assign, mallAdmin, { id, accountId: reader.id });
  expect((await ofOthers())[0]?.assigned).toMatchObject({ name: 'Nick reader', handed: true });
});
