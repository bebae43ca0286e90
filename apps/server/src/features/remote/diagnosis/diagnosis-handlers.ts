import { diagnosisCalls, type Diagnosis } from '@sweepline/contract';
import { can, xReported, type Vehicle } from '@sweepline/contract/robot';
import { and, desc, eq, sql } from 'drizzle-orm';
import { commands } from '../../../entities/devices/command-table.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { spansDuring } from '../../devices/history/device-span-service.ts';
import { unseenLive } from '../../devices/devices/device-service.ts';
import { onlineOf } from './online-share.ts';

const dayMs = 86_400_000;
const { selfCheck: selfCheckShape } = diagnosisCalls.detail.output.shape;
const results = selfCheckShape.unwrap().shape.results;

async function newestSelfCheck(db: Tx, deviceId: string): Promise<Diagnosis['selfCheck']> {
  const [row] = await db
    .select()
    .from(commands)
    .where(
      and(visible(db, commands), eq(commands.deviceId, deviceId), eq(commands.type, 'chassis.selfCheck')),
    )
    .orderBy(desc(commands.createdAt), desc(commands.id))
    .limit(1);
  if (!row) return null;
  const parsed = results.safeParse(row.result);
  return {
    at: row.endedAt ?? row.createdAt,
    by: row.by,
    state: row.status,
    results: parsed.data ?? {},
  };
}

/** Whether the robot says that it can send its log while it is read. */
async function sendsLiveLog(db: Tx, device: Vehicle & { id: string }): Promise<boolean> {
  if (!can(device, 'liveLog')) return false;
  const [row] = await db
    .select({ kinds: sql<unknown>`${deviceDocuments.document} -> 'streamKinds'` })
    .from(deviceDocuments)
    .where(and(eq(deviceDocuments.deviceId, device.id), eq(deviceDocuments.kind, 'REPORTED')));
  return xReported.shape.streamKinds.safeParse(row?.kinds ?? undefined).data?.includes('LOG') ?? false;
}

async function diagnosisOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  deviceId: string,
  robots: Pick<Robots, 'live'>,
): Promise<Diagnosis> {
  const device = await find(db, devices, deviceId);
  const to = now().toISOString();
  const from = new Date(Date.parse(to) - dayMs).toISOString();
  const [stored] = await db
    .select({ live: deviceLives.live })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  const live = (await robots.live(deviceId)) ?? stored?.live ?? unseenLive(deviceId);
  const { spans, more } = await spansDuring(db, deviceId, 'CONNECTION', from, to);
  const { connection, network, computer, versions } = live;
  return {
    link: {
      ...connection,
      network: network?.value.mode ?? '',
      rssiDbm: network?.value.rssiDbm ?? null,
      // With more changes than are read, both would be too small.
      ...onlineOf(more ? [] : spans, from, to),
    },
    computer: computer ? { ...computer.value, at: computer.at } : null,
    versions: versions?.value ?? {},
    selfCheck: await newestSelfCheck(db, deviceId),
    liveLog: await sendsLiveLog(db, device),
  };
}

export const diagnosisAnswers = ({ robots }: { robots: Robots }) => {
  const readerOf = (ctx: Ctx, deviceId: string) =>
    inShortTransaction(ctx, async (db) => {
      const device = await find(db, devices, deviceId);
      return { device, reader: { deviceId, login: ctx.account.sessionId } };
    });
  return answer(diagnosisCalls, {
    detail: (ctx, { deviceId }) => diagnosisOf(ctx, deviceId, robots),

    openLog: withoutTransaction(async (ctx, { deviceId }) => {
      const { device, reader } = await readerOf(ctx, deviceId);
      if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
      if (!(await inShortTransaction(ctx, (db) => sendsLiveLog(db, device))))
        throw new Refusal('notSupported');
      await withCallRefusals(robots.liveLogs.open(reader));
      return {};
    }, carryOutAgain),

    keepLog: withoutTransaction(async (ctx, { deviceId }) => {
      await withCallRefusals(robots.liveLogs.keepOn((await readerOf(ctx, deviceId)).reader));
      return {};
    }),

    closeLog: withoutTransaction(async (ctx, { deviceId }) => {
      await withCallRefusals(robots.liveLogs.close((await readerOf(ctx, deviceId)).reader));
      return {};
    }, carryOutAgain),
  });
};
