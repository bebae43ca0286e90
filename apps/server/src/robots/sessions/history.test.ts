import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createHistoryService } from './history-service.ts';
import { newSession, type Session } from './session.ts';
import { aCompany, aDevice } from '../test-kit/test-gateway.ts';
import { batteryDuring } from '../../entities/devices/device-history.ts';
import { measuredSignals } from '../../features/figures/map-layers/map-signals.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database?.close());

const log = {
  info: () => {},
  warn: () => {},
  error: (details: object) => {
    throw new Error(JSON.stringify(details));
  },
};
const start = Date.parse('2026-03-01T23:50:00.000Z');

async function aWorkingSession(mode: string): Promise<Session> {
  const device = await aDevice(database.db, await aCompany(database.db));
  const session = newSession({ ...device, model: 'J30', nickname: '', binding: 'ACTIVATED', secretHash: '' });
  const at = new Date(start).toISOString();
  // Online, with a state: the fields that the sampler reads.
  session.liveness = { ...session.liveness, state: 'ONLINE' };
  session.state = {} as NonNullable<Session['state']>;
  session.live = {
    ...session.live,
    mode: { value: { mode, paused: false, relocating: false }, at },
    battery: { value: { soc: 50, charging: false, voltage: null, health: null }, at },
  };
  return session;
}

it('history has a row per minute of an active device and one in ten of an idle one, over midnight, within its company', async () => {
  let nowMs = start;
  const history = createHistoryService(database.db, () => new Date(nowMs), log);
  const [working, idle] = [await aWorkingSession('AUTO_RUN'), await aWorkingSession('STANDBY')];
  for (let second = 0; second < 20 * 60; second += 10) {
    nowMs = start + second * 1000;
    history.sample([working, idle], nowMs);
    await history.flush();
  }
  const rows = (session: Session, companyId: string) =>
    inScope(database.db, [companyId], (tx) =>
      batteryDuring(tx, session.device.deviceId, '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z'),
    );
  expect(await rows(working, working.device.companyId)).toHaveLength(20);
  expect(await rows(idle, idle.device.companyId)).toHaveLength(2);
  expect(await rows(working, idle.device.companyId)).toEqual([]);
});

it('history stores the signal of each position with its map', async () => {
  const history = createHistoryService(database.db, () => new Date(start), log);
  const session = await aWorkingSession('AUTO_RUN');
  const { companyId, deviceId } = session.device;
  const at = new Date(start).toISOString();
  const map = { id: '01900000-0000-7000-8999-000000000001', companyId };
  session.live = {
    ...session.live,
    network: { value: { mode: 'WIFI', rssiDbm: -67 }, at },
    position: { value: { mapId: map.id, x: 3.1, y: 2.2, theta: 0, localized: true, score: null }, at },
  };
  history.sample([session], start);
  await history.flush();
  await database.asOwner(
    (
      sql,
    ) => sql`insert into task_reports (id, company_id, device_id, map_id, result, code, started_at, ended_at, areas,
        phases, pauses, alarm_ids, consumables, coverage_files, received_at)
      values (gen_random_uuid(), ${companyId}, ${deviceId}, ${map.id}, 'SUCCESS', '', ${at}, ${at}, '[]', '[]', '[]', '[]',
        '[]', '[]', ${at})`,
  );
  const raster = { width: 9, height: 9, resolution: 0.5, originX: 0, originY: 0 };
  const signalsOf = (companies: string[]) =>
    inScope(database.db, companies, (tx) => measuredSignals(tx, map, raster, { from: at, to: at }));
  expect(await signalsOf([companyId])).toEqual([{ x: 3.25, y: 2.25, sumDbm: -67, count: 1 }]);
  expect(await signalsOf([])).toEqual([]);
});
