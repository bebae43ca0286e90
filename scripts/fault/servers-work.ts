import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { allCalls } from '@sweepline/contract';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { aFleet } from '../../apps/server/src/test-kit/dispatch/dispatch-fleet.ts';
import { startRobots } from '../../apps/server/src/test-kit/dispatch/dispatch-programs.ts';
import { companyIds, people } from '../../apps/server/src/test-kit/people.ts';
import { sendOverHttp } from '../../apps/server/src/test-kit/send-over-http.ts';
import type { ServerView } from './servers-rows.ts';

const robotCount = 8;
const commandEveryMs = 500;
const patienceMs = 120_000;
/** A robot may be away for minutes, as after a broken connection. */
const startLatestMin = 15;

/** Simulated robots that clean by plan and are told to show themselves. */
export async function startWork(db: Db, folder: string, mqttUrl: string, view: ServerView) {
  const files = join(folder, 'fleet');
  mkdirSync(files, { recursive: true });
  const fleet = await aFleet(db, files, robotCount, companyIds.mall);
  const robots = startRobots(fleet.devices, fleet.mapId, mqttUrl, files);
  const requested = { commands: 0, starts: 0 };
  const planned: string[] = [];
  let plans: string[] = [];
  let url: string | undefined;
  let isRunning = true;

  const command = async () => {
    for (let n = 0; isRunning; n += 1, await pause(commandEveryMs)) {
      if (url === undefined) continue;
      const input = { id: fleet.ids[n % robotCount]!, seconds: 1, reason: '' };
      requested.commands += 1;
      // A refusal is an answer, too: what counts is that nothing is carried out twice.
      await sendOverHttp(url, allCalls.devices.locate, people.superAdmin, input, {
        'idempotency-key': newId(),
      }).catch(() => {});
    }
  };
  const commanding = command();

  const idle = async () =>
    (
      await view.read<{ id: string }>(
        `select d.id from devices d join device_live l on l.id = d.id
         where d.id = any($1::uuid[]) and not exists (select from runs r where r.device_id = d.id and r.state in ('WAITING', 'IN_PROGRESS', 'PAUSED', 'COMPLETE'))`,
        [fleet.ids],
      )
    ).map(({ id }) => id);

  return {
    deviceIds: fleet.ids,
    requested,
    /** From now on commands go to this server; without one there are none. */
    commandAt: (server: string | undefined): void => void (url = server),
    /** Plans a start of an idle robot of each of these servers. */
    plan: async (owners: readonly string[], inMinutes = 0): Promise<void> => {
      plans = [];
      for (const owner of owners) {
        for (const fromMs = performance.now(); ; await pause(200)) {
          const ids = (await idle()).filter((id) => !planned.slice(-4).includes(id));
          const all = await view.owners();
          const id = ids.find((it) => all.get(Number.parseInt(it.slice(-2), 16)) === owner);
          if (id !== undefined) {
            planned.push(id);
            requested.starts += 1;
            const row = await fleet.plan(id, { inMinutes, startLatestMin });
            plans.push(row.id);
            break;
          }
          if (performance.now() - fromMs > patienceMs) throw new Error('no robot of a server is idle');
        }
      }
    },
    /** Waits until the planned starts have begun at their robots. Returns how many did not begin exactly once, and their runs. */
    begun: async () => {
      const look = () =>
        view.read<{ starts: number; runs: number; runId: string | null; dueMs: string }>(
          `select (select count(*)::int from schedule_starts s where s.schedule_id = p.id and s.state = 'STARTED') as starts,
             (select count(*)::int from runs r join schedule_starts s on s.run_id = r.id
                where s.schedule_id = p.id and r.started_at is not null) as runs,
             (select run_id from schedule_starts s where s.schedule_id = p.id limit 1) as "runId",
             (select extract(epoch from due_at) * 1000 from schedule_starts s where s.schedule_id = p.id limit 1) as "dueMs"
           from unnest($1::uuid[]) as p(id)`,
          [plans],
        );
      for (const fromMs = performance.now(); performance.now() - fromMs < patienceMs; await pause(200)) {
        const rows = await look().catch(() => []);
        if (rows.length > 0 && rows.every(({ starts, runs }) => starts > 0 && runs > 0)) break;
      }
      const rows = await look();
      return {
        plans: plans.length,
        notOnce: rows.filter(({ starts, runs }) => starts !== 1 || runs !== 1).length,
        runs: rows.flatMap(({ runId, dueMs }) => (runId ? [{ id: runId, dueMs: Number(dueMs) }] : [])),
      };
    },
    /** Runs that a robot ended beyond those that began. */
    repeated: async (): Promise<number> => {
      const rows = await view.read<{ id: string; runs: number }>(
        `select device_id as id, count(*)::int as runs from runs where started_at is not null group by device_id`,
      );
      const begun = new Map(rows.map(({ id, runs }) => [id, runs]));
      return fleet.devices.reduce(
        (sum, { deviceId, sn }) => sum + Math.max(0, robots.ended(sn) - (begun.get(deviceId) ?? 0)),
        0,
      );
    },
    stop: async (): Promise<void> => {
      isRunning = false;
      await commanding;
      await robots.stop();
    },
  };
}
export type Work = Awaited<ReturnType<typeof startWork>>;
