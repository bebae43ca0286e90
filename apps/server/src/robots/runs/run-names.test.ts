import { noElements } from '@sweepline/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../entities/work/run-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { square } from '../../test-kit/square.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { aCompany, aGateway, anOnlineRobot, eventually } from '../test-kit/test-gateway.ts';
import { testMaps } from '../test-kit/test-maps.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let folder: string;
let mapKit: ReturnType<typeof testMaps>;

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-run-names-'));
  const files = createFileStore(pathToFileURL(folder).href);
  running = await aGateway(database.db, { files });
  mapKit = testMaps(database.db, files, running.bus);
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = async (id: string) => {
  const [row] = await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id)));
  return row?.name;
};
const waitForName = (id: string, name: string) =>
  eventually(async () => (await nameOf(id)) === name, `the run to be called ${name}`);

it('a run started at the robot is named after its map, and after its zones once it is reported', async () => {
  const companyId = await aCompany(database.db);
  const { robot } = await anOnlineRobot(running, database.db, companyId);
  const zones = [square(1, 1, 'a'), square(6, 1, 'b')].map((zone, index) => ({
    ...zone,
    name: ['Lobby', 'Stairs'][index]!,
  }));
  const { id: mapId, name } = await mapKit.aMap(companyId, newId(), undefined, { ...noElements, zones });
  const runId = newId();
  await robot.say('xTask', robot.durable({ runId, origin: 'HMI', state: 'IN_PROGRESS', mapId }), 1);
  await waitForName(runId, name);
  const area = (areaId: string) => ({ areaId, mapId, plannedM2: 12, cleanedM2: 11.8, coverage: 0.983 });
  const times = { startTime: '2026-01-01T10:00:00.000Z', endTime: '2026-01-01T10:30:00.000Z' };
  const totals = { plannedM2: 24, cleanedM2: 23.6, seconds: 1800 };
  const report = { runId, ...times, result: 'SUCCESS', areas: [area('a'), area('b')], totals };
  await robot.say('xReport', robot.durable(report), 1);
  expect(await waitForName(runId, 'Lobby, Stairs')).toBe(true);
  await robot.leave();
});
