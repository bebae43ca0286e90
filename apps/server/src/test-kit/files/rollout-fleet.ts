import { otaTaskCalls, type OtaTaskDetail, type Sent } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { advanceRollouts } from '../../features/updates/rollouts/engine/rollout-job.ts';
import { noteVersions } from '../../features/updates/rollouts/fall-back-service.ts';
import { inScope } from '../../platform/db/db.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import type { SendCommand } from '../../robots-port/robots.ts';
import { cancelRow, createCommand } from '../../robots/commands/command-rows.ts';
import { people } from '../people.ts';
import type { TestServer } from '../index.ts';

interface Robot {
  id: string;
  companyId: string;
}

const dayMs = 86_400_000;

/** Robots that take the commands of rollouts without a connection: their commands, jobs and versions are written as the gateway does. */
export function rolloutFleet(server: TestServer) {
  const { db, clock } = server;
  const alarms: { deviceId: string; code: string }[] = [];
  const sent: SendCommand[] = [];
  /** Called before a command is stored; a test kills the server here. */
  const hooks = { beforeSend: async (_command: SendCommand): Promise<void> => {} };

  const robots = {
    commands: {
      sendCommand: async (input: SendCommand) => {
        await hooks.beforeSend(input);
        const stored = await inScope(db, '*', async (tx) => {
          const [device] = await tx.raw<{ companyId: string }>(
            `select company_id as "companyId" from devices where id = $1`,
            [input.deviceId],
          );
          return await createCommand(tx, input, device!.companyId, clock().getTime());
        });
        sent.push(input);
        return stored;
      },
      sendAndWait: () => Promise.reject(new Error('an update waits for no robot')),
      cancel: async (id: string, by: string) => {
        const row = await inScope(db, '*', (tx) => cancelRow(tx, id, by, clock().toISOString()));
        if (!row) throw new RobotRefusal('WRONG_STATE');
        return row;
      },
    },
    raiseAlarm: async (deviceId: string, code: string) => void alarms.push({ deviceId, code }),
  };

  /** The newest update of a robot. */
  const jobOf = ({ id }: Robot) =>
    inScope(db, '*', async (tx) => {
      const isOta = and(eq(commands.deviceId, id), eq(commands.type, 'job.ota'));
      const [row] = await tx.select().from(commands).where(isOta).orderBy(desc(commands.laneSeq)).limit(1);
      if (!row) throw new Error('the robot has no update');
      return row;
    });

  /** A robot reports a phase of its update. */
  const report = async (robot: Robot, phase: string, { code = '', isFinal = false } = {}) => {
    const { id: commandId, params, companyId } = await jobOf(robot);
    const at = clock().toISOString();
    const endedAt = isFinal ? at : null;
    const state = !isFinal
      ? ('RUNNING' as const)
      : phase === 'FAILED'
        ? ('FAILED' as const)
        : ('DONE' as const);
    const job = { companyId, deviceId: robot.id, commandId, jobId: String(params['jobId']), kind: 'OTA' };
    const progress = { state, phase, code, toldAt: at, endedAt };
    await inScope(db, '*', async (tx) => {
      await tx.update(commands).set({ status: 'SUCCEEDED', endedAt: at }).where(eq(commands.id, commandId));
      await tx
        .insert(deviceJobs)
        .values({ ...job, ...progress, startedAt: at })
        .onConflictDoUpdate({ target: [deviceJobs.deviceId, deviceJobs.jobId], set: progress });
    });
  };

  /** A robot reports the version that it runs. */
  const runs = async (robot: Robot, version: string) => {
    await server.aVersion(robot, version);
    await inScope(db, '*', (tx) => noteVersions(tx, robot.id, clock().toISOString()));
  };

  const tick = (count = 1): Promise<void> =>
    count === 0
      ? Promise.resolve()
      : advanceRollouts({ db, bus: server.bus, now: clock, robots }).then(() => tick(count - 1));

  return {
    robots,
    alarms,
    sent,
    hooks,
    jobOf,
    report,
    runs,
    tick,
    /** An online robot of the mall with a version of its software. */
    aRobot: async (version = '0.9.0', overrides: Parameters<TestServer['aDevice']>[0] = {}) => {
      const device = await server.aDevice(overrides);
      const { companyId } = device;
      await server.setLiveState(device.id, { companyId, since: clock().toISOString() });
      await server.aVersion(device, version);
      return device;
    },
    /** A plan for all robots in one stage. */
    aPlan: (packageId: string, overrides: Partial<Sent<typeof otaTaskCalls.preview>> = {}) => ({
      name: 'Night update',
      packageId,
      stages: [{ upToPct: 100 }] as Sent<typeof otaTaskCalls.preview>['stages'],
      deadline: new Date(clock().getTime() + 30 * dayMs).toISOString(),
      lateJoiners: false,
      onePerSite: false,
      canaryWorsePct: null,
      ...overrides,
    }),
    /** Makes a task, and approves it as another person. */
    started: async (plan: Sent<typeof otaTaskCalls.preview>): Promise<OtaTaskDetail> => {
      const { id, revision } = await server.ok(otaTaskCalls.add, people.superAdmin, { plan });
      return await server.ok(otaTaskCalls.approve, people.staff, { id, revision, approved: true });
    },
    /** The robot installs its update and reports it. */
    installs: async (robot: Robot, version: string) => {
      await report(robot, 'FINISHED', { isFinal: true });
      await runs(robot, version);
    },
    read: (id: string) => server.ok(otaTaskCalls.detail, people.superAdmin, { id }),
    recordsOf: async (taskId: string) =>
      (await server.ok(otaTaskCalls.records, people.superAdmin, { taskId, pageSize: 99 })).list,
  };
}
