import { needCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, reader } = people;
const hourMs = 3_600_000;
const at = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();
const read = (person = mallAdmin, input = {}) => server.ok(needCalls.list, person, input);
const idsOf = async (person = mallAdmin, input = {}) => (await read(person, input)).list.map(({ id }) => id);

/** A start of 300 m² that an online robot missed two hours ago. */
async function aMissedStart() {
  const device = await server.aDevice({ nickname: 'Otter' });
  await server.setLiveState(device.id, { state: 'ONLINE', since: at(-5 * hourMs) });
  const task = await server.aTask({ deviceId: device.id, plannedM2: 300, name: 'Lobby' });
  const schedule = await server.aSchedule({ taskId: task.id, deviceId: device.id, enabled: false });
  await server.aStart({
    taskId: task.id,
    deviceId: device.id,
    scheduleId: schedule.id,
    dueAt: at(-2 * hourMs),
    state: 'MISSED',
    reason: 'FAULT_CLEANING',
  });
  return { device, id: `MISSED_START:${task.id}` };
}

test('an alarm that forbids cleaning and the start it made a robot miss are one need, if the reader sees both', async () => {
  const { device, id } = await aMissedStart();
  const alarm = await server.anAlarm({ deviceId: device.id, code: '20110', raisedAt: at(-3 * hourMs) });
  expect((await read()).list).toMatchObject([{ id: `ALARM:${device.id}:20110`, lostM2Hours: 600 }]);
  expect(await idsOf(mallAdmin, { kind: ['MISSED_START'] })).toEqual([]);
  expect((await read()).kinds).toEqual([{ kind: 'ALARM', count: 1 }]);
  await server.asOwner((sql) => sql`update alarms set code = '50201' where id = ${alarm.id}`);
  expect(await idsOf()).toEqual([id, `ALARM:${device.id}:50201`]);
  await server.asOwner(
    (sql) => sql`update alarms set code = '20110', processed_at = now() where id = ${alarm.id}`,
  );
  expect(await idsOf()).toEqual([id]);
});

test('what another person takes care of is in a list of its own, but for an alarm of level 5', async () => {
  const { id: deviceId } = await server.aDevice({ nickname: 'Otter' });
  const owner = { ownerId: reader.id };
  await server.anAlarm({ deviceId, code: '40101', level: 5, ...owner });
  await server.anAlarm({ deviceId, code: '20110', level: 4, ...owner });
  const [lost, jam] = [`ALARM:${deviceId}:40101`, `ALARM:${deviceId}:20110`];
  expect(await idsOf()).toEqual([lost]);
  expect(await read()).toMatchObject({ total: 1, others: 1, kinds: [{ kind: 'ALARM', count: 1 }] });
  expect(await idsOf(mallAdmin, { others: true })).toEqual([jam]);
  expect(await idsOf(reader)).toEqual([lost, jam]);
});
