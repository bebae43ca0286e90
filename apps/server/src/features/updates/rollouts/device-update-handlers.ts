import { deviceUpdateCalls, otaTaskRules, permissions, type Input } from '@sweepline/contract';
import { compareOtaVersions, type OtaPackageType } from '@sweepline/contract/robot';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { otaPackages } from '../../../entities/updates/ota-package-table.ts';
import {
  otaRecords,
  siteUpdateWindows,
  type OtaRecordRow,
} from '../../../entities/updates/ota-task-table.ts';
import { visibleOrInherited } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { lockTask } from './engine/task-lock.ts';
import { pageOfRecords, readRecord } from './records/record-read.ts';
import { versionsOf } from './targets/target-read.ts';

const dayMs = 86_400_000;
const types: readonly OtaPackageType[] = ['ROBOT', 'HMI', 'WHOLE'];
/** More open updates than a robot has types of packages are impossible. */
const openPage = { page: 1, pageSize: types.length };

/** The highest published version of each type that a model can install. */
async function newestFor(db: Tx, model: string): Promise<Map<OtaPackageType, string>> {
  const rows = await db
    .select({ pkgType: otaPackages.pkgType, version: otaPackages.version })
    .from(otaPackages)
    .where(
      and(
        visibleOrInherited(db, otaPackages),
        eq(otaPackages.state, 'PUBLISHED'),
        eq(otaPackages.releaseScope, 'ALL'),
        sql`${model} = any(${otaPackages.models})`,
      ),
    );
  const newest = new Map<OtaPackageType, string>();
  for (const { pkgType, version } of rows) {
    const present = newest.get(pkgType);
    if (present === undefined || compareOtaVersions(version, present) > 0) newest.set(pkgType, version);
  }
  return newest;
}

async function installedOn(db: Tx, { id, model }: { id: string; model: string }) {
  const versions = (await versionsOf(db, [id])).get(id) ?? {};
  const newest = await newestFor(db, model);
  return types.flatMap((type) => {
    const version = versions[type];
    if (version === undefined) return [];
    const offered = newest.get(type);
    const isHigher = offered !== undefined && compareOtaVersions(offered, version) > 0;
    return { part: type.toLowerCase(), version, newest: isHigher ? offered : null };
  });
}

async function windowOfSite(db: Tx, siteId: string | null) {
  if (siteId === null) return null;
  const [site] = await db
    .select({ siteId: sites.id, siteName: sites.name, window: siteUpdateWindows.window })
    .from(sites)
    .leftJoin(siteUpdateWindows, eq(siteUpdateWindows.siteId, sites.id))
    .where(and(eq(sites.id, siteId), visible(db, sites)));
  return site ?? null;
}

/** Whether the robot installs already, or its update is over. */
const hasBegun = ({ step, phase }: OtaRecordRow) =>
  step === 'ENDED' || step === 'CONFIRMING' || ['INSTALLING', 'FINISHED', 'ROLLBACK'].includes(phase);

async function postpone(ctx: Ctx, { id, until }: Input<typeof deviceUpdateCalls.postpone>) {
  const { db, now } = ctx;
  const { taskId } = await find(db, otaRecords, id);
  // The task may belong to a company above. The engine changes records under its lock only.
  const task = await asSystem(db, (all) => lockTask(all, taskId));
  const record = await find(db, otaRecords, id, { lock: true });
  if (hasBegun(record)) throw new Refusal('wrongState');
  if (task?.force) throw wrongField('until', 'UPDATE_FORCED');
  if (until !== null) {
    const aheadMs = Date.parse(until) - now().getTime();
    if (aheadMs <= 0) throw wrongField('until', 'NOT_IN_FUTURE');
    // The time counts from the begin of the update, so that it cannot be put off for ever.
    const lastMs = Date.parse(record.startedAt ?? record.since) + otaTaskRules.maxPostponeDays * dayMs;
    if (Date.parse(until) > lastMs) throw wrongField('until', 'POSTPONED_TOO_LONG');
  }
  // A robot that has the command gives it back, as long as it does not install.
  const isSent = record.step === 'OFFERED' || record.step === 'SENT';
  const withdraw = until !== null && isSent ? ('POSTPONE' as const) : record.withdraw;
  await db.update(otaRecords).set({ postponedUntil: until, withdraw }).where(eq(otaRecords.id, id));
  return await readRecord(ctx, id);
}

export const deviceUpdateAnswers = ({ robots }: { robots: Pick<Robots, 'commands'> }) =>
  answer(deviceUpdateCalls, {
    standing: async (ctx, { deviceId }) => {
      const { db, account } = ctx;
      const device = await find(db, devices, deviceId);
      const isOpen = and(eq(otaRecords.deviceId, deviceId), isNull(otaRecords.endedAt));
      return {
        installed: await installedOn(db, device),
        open: (await pageOfRecords(ctx, isOpen, openPage)).list,
        mayPostpone: hasPermission(account, permissions.otaPostpone),
        siteWindow: await windowOfSite(db, device.siteId),
      };
    },

    history: async (ctx, { deviceId, ...page }) => {
      await find(ctx.db, devices, deviceId);
      const isPast = and(eq(otaRecords.deviceId, deviceId), isNotNull(otaRecords.endedAt));
      return await pageOfRecords(ctx, isPast, page);
    },

    postpone,

    confirm: withoutTransaction(async (ctx, { id, allowMobileData }) => {
      const record = await inShortTransaction(ctx, (db) => find(db, otaRecords, id));
      const { deviceId, jobId, step } = record;
      if (jobId === null || step !== 'SENT') throw new Refusal('wrongState');
      const params = { jobId, allowMobileData };
      const by = ctx.account.username;
      await withCallRefusals(robots.commands.sendCommand({ deviceId, type: 'job.resume', params, by }));
      return await inShortTransaction(ctx, (db) => readRecord({ db, now: ctx.now }, id));
    }, carryOutAgain),

    setSiteWindow: async ({ db, account, now }, { siteId, window }) => {
      const site = await find(db, sites, siteId, { lock: true });
      if (window === null) {
        await db.delete(siteUpdateWindows).where(eq(siteUpdateWindows.siteId, siteId));
        return { window };
      }
      const row = { window, updatedAt: now().toISOString(), updatedById: account.id };
      await db
        .insert(siteUpdateWindows)
        .values({ companyId: site.companyId, siteId, ...row })
        .onConflictDoUpdate({ target: siteUpdateWindows.siteId, set: row });
      return { window };
    },
  });
