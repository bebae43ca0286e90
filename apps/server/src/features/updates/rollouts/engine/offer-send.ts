import type { UpdateWindow } from '@sweepline/contract';
import type { OtaParams } from '@sweepline/contract/robot';
import { and, eq, isNull } from 'drizzle-orm';
import { commands } from '../../../../entities/devices/command-table.ts';
import { otaPackages, type OtaPackageRow } from '../../../../entities/updates/ota-package-table.ts';
import {
  otaRecords,
  type OtaRecordRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import { inScope, type Tx } from '../../../../platform/db/db.ts';
import { inValues } from '../../../../platform/db/page.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import { RobotRefusal } from '../../../../robots-port/robot-refusal.ts';
import { ended } from '../records/record-rules.ts';
import { storeChanges } from '../records/record-store.ts';
import { lockTask } from './task-lock.ts';
import { windowsOf } from './offers.ts';
import type { EngineNeeds } from './engine-needs.ts';

/** A decided command that goes out now. */
export interface Offer {
  record: OtaRecordRow;
  task: OtaTaskRow;
  params: Record<string, unknown>;
}

function paramsOf(
  task: OtaTaskRow,
  { jobId }: OtaRecordRow,
  { step, md5, window }: { step: OtaPackageRow; md5: string | null; window: UpdateWindow | null },
): OtaParams {
  const { models, pkgType, version, minVersion, fromVersions, needs, bytes, sha256, keyId } = step;
  const { plan } = task;
  const isGoal = step.id === task.packageId;
  return {
    jobId: jobId ?? '',
    taskId: task.id,
    packageId: step.id,
    fileId: step.fileId,
    format: step.format,
    manifest: { models, pkgType, version, minVersion, fromVersions, needs, bytes, sha256, keyId },
    signature: step.signature,
    md5: md5 ?? '',
    // A robot takes an older version only by force.
    force: task.force || task.kind === 'ROLLBACK',
    ...(plan.forceSignature && isGoal && { forceSignature: plan.forceSignature }),
    autoInstall: plan.autoInstall,
    window,
    minSoc: plan.minSoc,
    requireDocked: plan.requireDocked,
    allowMobileData: plan.allowMobileData,
    expiresAt: task.deadline,
  };
}

/** The commands of records whose offer is decided. */
export async function offersOf(db: Tx, task: OtaTaskRow, records: readonly OtaRecordRow[]): Promise<Offer[]> {
  if (records.length === 0) return [];
  const stepIds = [...new Set(records.flatMap((record) => record.wayPackageIds[record.wayIndex] ?? []))];
  const rows = await db
    .select({ step: otaPackages, md5: storedFiles.md5 })
    .from(otaPackages)
    .innerJoin(storedFiles, eq(storedFiles.id, otaPackages.fileId))
    .where(inValues(otaPackages.id, stepIds));
  const packages = new Map(rows.map((row) => [row.step.id, row]));
  const windowOf = await windowsOf(
    db,
    task,
    records.map(({ deviceId }) => deviceId),
  );
  return records.flatMap((record) => {
    const row = packages.get(record.wayPackageIds[record.wayIndex] ?? '');
    if (!row) return [];
    const window = windowOf(record.deviceId);
    return { record, task, params: paramsOf(task, record, { ...row, window }) };
  });
}

const ofOffer = ({ id, commandId }: OtaRecordRow) =>
  and(eq(otaRecords.id, id), eq(otaRecords.commandId, commandId ?? ''), eq(otaRecords.step, 'OFFERED'));

/** Whether the command may still go out: a cancellation marks the row, and from now on another server waits before it sends. */
const claim = async ({ db, now }: EngineNeeds, record: OtaRecordRow): Promise<boolean> =>
  await inScope(db, '*', async (tx) => {
    const rows = await tx
      .update(otaRecords)
      .set({ offeredAt: now().toISOString() })
      .where(and(ofOffer(record), isNull(otaRecords.withdraw)))
      .returning({ id: otaRecords.id });
    return rows.length > 0;
  });

const isStored = ({ db }: EngineNeeds, commandId: string): Promise<boolean> =>
  inScope(
    db,
    '*',
    async (tx) =>
      (await tx.select({ id: commands.id }).from(commands).where(eq(commands.id, commandId))).length > 0,
    { readOnly: true },
  );

/** The robot does not take it now: it waits for its turn once more. What it never takes ends the update. */
async function giveBack({ db, now }: EngineNeeds, { record, task }: Offer, code: string): Promise<void> {
  await inScope(db, '*', async (tx) => {
    if (!(await lockTask(tx, task.id))) return;
    const [present] = await tx.select().from(otaRecords).where(ofOffer(record));
    if (!present) return;
    const nowMs = now().getTime();
    const waits = { step: 'READY', offeredAt: null, commandId: null, jobId: null, busySiteId: null } as const;
    const again = { ...waits, attempt: Math.max(0, present.attempt - 1) };
    const patch = code === 'UNSUPPORTED' ? ended(code, nowMs) : again;
    await storeChanges(tx, task.id, [{ record: present, patch }]);
  });
}

/**
 * Sends the command of an offer. The ids of command and job are in the row before, and the command has the same id at every attempt: a
 * server that dies in between, or a second one, sends nothing twice.
 */
export async function sendOffer(needs: EngineNeeds, offer: Offer): Promise<void> {
  const { db, robots } = needs;
  const { record, task, params } = offer;
  if (!(await claim(needs, record))) return;
  const { commandId, deviceId } = record;
  const id = commandId ?? '';
  try {
    await robots.commands.sendCommand({ id, deviceId, type: 'job.ota', params, by: task.by });
  } catch (error) {
    if (!(await isStored(needs, id))) {
      if (!(error instanceof RobotRefusal)) throw error;
      return await giveBack(needs, offer, error.code);
    }
  }
  // A cancellation that came while the command went out has marked the row; the next tick takes the command back.
  await inScope(db, '*', (tx) => tx.update(otaRecords).set({ step: 'SENT' }).where(ofOffer(record)));
}
