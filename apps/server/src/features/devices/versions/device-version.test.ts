import { deviceVersionCalls, errors } from '@sweepline/contract';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { announceDevice } from '../identity/credential-service.ts';
import { createDocumentStore } from '../../../robots/sessions/document-store.ts';
import { allShards } from '../../../platform/cluster/shards.ts';
import { newSession } from '../../../robots/sessions/session.ts';
import { eventually, TestRobot } from '../../../robots/test-kit/test-robot.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { changesOf, compareParts, partsOf } from './device-version-rules.ts';
import { storeVersions } from './device-version-service.ts';

const { parts, history, compare } = deviceVersionCalls;
const { mallAdmin } = people;
const server = testServer();
const robots: TestRobot[] = [];
afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.leave();
});

async function aConnectedRobot(nickname = 'Otter') {
  const row = await server.aDevice({ sn: `T-${newId().slice(-12)}`, nickname });
  announceDevice(server.bus, row.id);
  const { sn, companyId } = row;
  const device = { deviceId: row.id, companyId, sn, secret: 'secret', manufacturer: 'JBOT' };
  const robot = await eventually(
    () => TestRobot.connect(server.gateway.mqttUrl, { ...device, protocol: 'v3' }).catch(() => undefined),
    'a connection',
  );
  robots.push(robot);
  await eventually(() => server.gateway.live(row.id), 'the gateway to know the robot');
  let reportCount = 0;
  /** Sends a report and waits until it is stored. */
  const report = async (versions: Record<string, string>, extra: object = {}) => {
    const currentMapId = `map-${++reportCount}`;
    await robot.say('xReported', { versions, sections: {}, currentMapId, ...extra }, 1);
    await eventually(async () => {
      const rows = await server.asOwner(
        (sql) =>
          sql`select document->>'currentMapId' as map from device_documents where device_id = ${row.id}`,
      );
      return rows.some(({ map }) => map === currentMapId);
    }, 'the stored report');
  };
  return { id: row.id, report, robot };
}
const historyOf = async (deviceId: string) =>
  (await server.ok(history, mallAdmin, { deviceId })).list.map(({ part, before, after }) => [
    part,
    before,
    after,
  ]);

describe('what a robot reports to be installed', () => {
  test('has its version and date per part, and each change is a row of its history', async () => {
    const { id, report } = await aConnectedRobot();
    await report({ robot: '3.4.1', hmi: '2.0.7', 'firmware.lidar': '5.3.2', hardware: 'J30-R2' });
    server.clock.advance(3_600_000);
    await report({ robot: '3.5.0', hmi: '2.0.7', 'firmware.lidar': '5.3.2', hardware: 'J30-R2' });
    const answer = await server.ok(parts, mallAdmin, { deviceId: id });
    expect(answer.parts).toEqual([
      { part: 'robot', version: '3.5.0', before: '3.4.1', since: '2030-01-02T04:04:05.000Z' },
      { part: 'hmi', version: '2.0.7', before: null, since: '2030-01-02T03:04:05.000Z' },
      { part: 'firmware.lidar', version: '5.3.2', before: null, since: '2030-01-02T03:04:05.000Z' },
      { part: 'hardware', version: 'J30-R2', before: null, since: '2030-01-02T03:04:05.000Z' },
    ]);
    expect(answer.reportedAt).toBe('2030-01-02T04:04:05.000Z');
    expect((await historyOf(id))[0]).toEqual(['robot', '3.4.1', '3.5.0']);
    const ofPart = await server.ok(history, mallAdmin, { deviceId: id, part: 'hmi' });
    expect(ofPart).toMatchObject({ total: 1, list: [{ part: 'hmi', before: null, after: '2.0.7' }] });
  });

  test('gets a history row when a part disappears, and another when it is back', async () => {
    const { id, report } = await aConnectedRobot();
    await report({ robot: '1', 'firmware.camera': '9' });
    await report({ robot: '1' });
    expect((await server.ok(parts, mallAdmin, { deviceId: id })).parts.map(({ part }) => part)).toEqual([
      'robot',
    ]);
    await report({ robot: '1', 'firmware.camera': '10' });
    expect(await historyOf(id)).toEqual([
      ['firmware.camera', null, '10'],
      ['firmware.camera', '9', null],
      ['firmware.camera', null, '9'],
      ['robot', null, '1'],
    ]);
  });

  test('is stored once despite repeated and concurrent reports', async () => {
    const { id, report } = await aConnectedRobot();
    const versions = { robot: '1', hmi: '2' };
    await report(versions);
    const again = () =>
      inScope(server.db, '*', (tx) => storeVersions(tx, id, { versions }, server.clock().toISOString()));
    await Promise.all([again(), again(), again()]);
    expect(await historyOf(id)).toHaveLength(2);
  });

  test('is neither lost nor duplicated by a database outage or a restart', async () => {
    const { id, companyId, sn } = await server.aDevice();
    const failures: unknown[] = [];
    const recordFailure = (details: object) => void failures.push(details);
    const log = { info: () => {}, warn: recordFailure, error: recordFailure };
    const createStore = () => createDocumentStore(server.db, server.clock, log);
    const registration = { deviceId: id, companyId, sn, manufacturer: 'JBOT', protocol: 'v3' as const };
    const session = newSession({
      ...registration,
      model: 'J30',
      nickname: '',
      binding: 'ACTIVATED',
      secretHash: '',
    });
    const keep = (documents: ReturnType<typeof createStore>, robot: string) =>
      documents.keep(session, 'REPORTED', { versions: { robot }, sections: {} });

    const before = createStore();
    keep(before, '1');
    await before.flush();
    await server.asOwner((sql) => sql`alter table device_documents rename to away`);
    keep(before, '2');
    keep(before, '3');
    await eventually(() => failures.length > 0, 'the first attempt');
    await server.asOwner((sql) => sql`alter table away rename to device_documents`);
    await before.flush();

    const after = createStore();
    await after.load(allShards, { factsheet: () => {}, reported: () => {} });
    keep(after, '3');
    keep(after, '4');
    await after.flush();
    expect(await historyOf(id)).toEqual([
      ['robot', '3', '4'],
      ['robot', '2', '3'],
      ['robot', '1', '2'],
      ['robot', null, '1'],
    ]);
  });

  test('is deleted with the device, and a late report causes no fault', async () => {
    const { id, report, robot } = await aConnectedRobot();
    await report({ robot: '1' });
    await server.asOwner((sql) => sql`delete from devices where id = ${id}`);
    await robot.say('xReported', { versions: { robot: '2' }, sections: {} }, 1);
    await eventually(async () => {
      const [row] = await server.asOwner(
        (sql) =>
          sql`select document->'versions'->>'robot' as robot from device_documents where device_id = ${id}`,
      );
      return row?.['robot'] === '2';
    }, 'the late report');
    expect(await server.asOwner((sql) => sql`select 1 from device_versions where device_id = ${id}`)).toEqual(
      [],
    );
    // The concurrent write of its live state may fail; another test covers it.
    expect(JSON.stringify(server.faults)).not.toContain('a document of a device');
  });
});

test('robots are compared part by part, in the order of the request', async () => {
  const otter = await aConnectedRobot('Otter');
  const walrus = await aConnectedRobot('Walrus');
  await otter.report(
    { robot: '3.4.1', hmi: '2.0.7' },
    { hardware: { board: 'B2', cores: 8, more: { a: 1 } } },
  );
  await walrus.report({ robot: '3.5.0', hmi: '2.0.7', 'firmware.lidar': '5' });
  const answer = await server.ok(compare, mallAdmin, { ids: [walrus.id, otter.id] });
  expect(answer.devices.map(({ nickname }) => nickname)).toEqual(['Walrus', 'Otter']);
  expect(answer.parts).toEqual([
    { part: 'robot', versions: ['3.5.0', '3.4.1'], same: false },
    { part: 'hmi', versions: ['2.0.7', '2.0.7'], same: true },
    { part: 'firmware.lidar', versions: ['5', null], same: false },
    { part: 'hardware.board', versions: [null, 'B2'], same: false },
    { part: 'hardware.cores', versions: [null, '8'], same: false },
  ]);
});

test('a comparison with a robot outside the scope is answered as missing', async () => {
  const own = await server.aDevice();
  const foreign = await server.aDevice({ companyId: companyIds.other });
  for (const id of [foreign.id, newId()]) {
    const answer = await server.send(compare, mallAdmin, { ids: [own.id, id] });
    expect(answer.code).toBe(errors.notFound.code);
  }
});

describe('the rules', () => {
  const version = fc.constantFrom('1', '2', '3');
  const installed = fc.dictionary(fc.constantFrom('robot', 'hmi', 'firmware.x'), version, { maxKeys: 3 });

  test('the changes of any sequence of reports lead from nothing to the last report', () => {
    fc.assert(
      fc.property(fc.array(installed, { maxLength: 12 }), (reports) => {
        let current: Record<string, string> = {};
        for (const report of reports) {
          const next = { ...current };
          for (const { part, before, after } of changesOf(current, report)) {
            expect(next[part] ?? null).toBe(before);
            expect(before).not.toBe(after);
            if (after === null) delete next[part];
            else next[part] = after;
          }
          current = next;
          expect(current).toEqual({ ...report });
          expect(changesOf(current, report)).toEqual([]);
        }
      }),
    );
  });

  test('a report without parts, or with other values, has no parts', () => {
    expect(partsOf({})).toEqual({});
    expect(partsOf({ versions: { robot: '', deep: { a: 1 } }, hardware: { list: [1] } })).toEqual({});
    expect(compareParts([{}, {}])).toEqual([]);
  });
});
