import { and, eq, inArray } from 'drizzle-orm';
import { aiProjectDevices, aiProjects, type AiProjectRow } from '../../../entities/ai/ai-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, inValues, visible } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { devicesOf, type DeviceOfProject } from './ai-device-rows.ts';
import { renewAiSections } from './ai-section-service.ts';
import { collectorsOf, type Collector } from './ai-start-rules.ts';

interface Request {
  device: Collector;
  jobId: string;
  commandId: string;
  cap: number;
}

const isOpen = ({ collection }: DeviceOfProject) => collection === 'WAITING' || collection === 'COLLECTING';

const paramsOf = (project: AiProjectRow, { jobId, cap }: Request, allowMobileData: boolean) => ({
  jobId,
  projectId: project.id,
  cameras: project.cameras,
  perSecond: project.perSecond,
  cap,
  type: project.type,
  during: project.during,
  until: project.until,
  facesBlurred: project.facesBlurred,
  allowMobileData,
});

/** Writes the new jobs before a robot is asked: it may answer at once. */
async function prepare(ctx: Ctx, db: Tx, projectId: string, only: string | undefined) {
  const project = await find(db, aiProjects, projectId, { lock: true });
  const at = ctx.now().toISOString();
  if (project.until <= at) throw new Refusal('wrongState');
  const robots = await devicesOf(db, [project], at);
  const due = robots.filter(
    (it) => !isOpen(it) && it.uploaded < project.cap && (only === undefined || it.deviceId === only),
  );
  if (due.length === 0) throw new Refusal('wrongState');
  const ids = due.map(({ deviceId }) => deviceId);
  const collectors = await collectorsOf(db, project, ids, at);
  const requests: Request[] = [];
  for (const device of collectors) {
    const uploaded = due.find(({ deviceId }) => deviceId === device.id)?.uploaded ?? 0;
    const request = { device, jobId: newId(), commandId: newId(), cap: project.cap - uploaded };
    const { jobId, commandId } = request;
    const { cameras, until, cap } = project;
    const begun = { collected: null, uploadedBefore: uploaded, reason: '', startedAt: at, endedAt: null };
    await db
      .update(aiProjectDevices)
      .set({ ...begun, jobId, commandId, cameras, until, cap, siteId: device.siteId })
      .where(and(eq(aiProjectDevices.projectId, projectId), eq(aiProjectDevices.deviceId, device.id)));
    requests.push(request);
  }
  await db
    .update(aiProjects)
    .set({ state: 'RUNNING', version: project.version + 1, updatedAt: at, updatedBy: ctx.account.username })
    .where(eq(aiProjects.id, projectId));
  await renewAiSections({ db, now: ctx.now, bus: ctx.services.bus }, ids, ctx.account.username);
  return { project, requests };
}

/** A robot that cannot be asked has failed with the reason, and the others go on. */
async function failed(ctx: Ctx, jobId: string, error: unknown): Promise<void> {
  const reason = error instanceof Refusal ? error.reason : 'INTERRUPTED';
  await inShortTransaction(ctx, (db) =>
    db
      .update(aiProjectDevices)
      .set({ reason, endedAt: ctx.now().toISOString() })
      .where(eq(aiProjectDevices.jobId, jobId)),
  );
  if (!(error instanceof Refusal)) throw error;
}

/** Asks the robots of a project, or one of them, to collect. */
export async function startCollecting(
  ctx: Ctx,
  robots: Robots,
  { id, deviceId, allowMobileData }: { id: string; deviceId?: string; allowMobileData: boolean },
): Promise<void> {
  const { project, requests } = await inShortTransaction(ctx, (db) => prepare(ctx, db, id, deviceId));
  for (const request of requests) {
    const command = {
      id: request.commandId,
      deviceId: request.device.id,
      type: 'job.aiCollect' as const,
      params: paramsOf(project, request, allowMobileData),
      by: ctx.account.username,
    };
    await withCallRefusals(robots.commands.sendCommand(command)).catch((error: unknown) =>
      failed(ctx, request.jobId, error),
    );
  }
}

export interface EndedJob {
  deviceId: string;
  jobId: string | null;
  commandId: string | null;
}

/** Ends the open collections of these rows in the server, so that no further upload is taken. */
export async function endCollections(
  ctx: Ctx,
  db: Tx,
  rows: readonly { id: string; deviceId: string }[],
  reason: 'STOPPED' | 'WITHDRAWN',
): Promise<EndedJob[]> {
  const at = ctx.now().toISOString();
  const ids = rows.map(({ id }) => id);
  const ended = await db
    .update(aiProjectDevices)
    .set({ reason, endedAt: at })
    .where(and(inValues(aiProjectDevices.id, ids), visible(db, aiProjectDevices)))
    .returning();
  const deviceIds = rows.map(({ deviceId }) => deviceId);
  await renewAiSections({ db, now: ctx.now, bus: ctx.services.bus }, deviceIds, ctx.account.username);
  return ended;
}

/**
 * Tells robots that their jobs are over. The section `ai` says it too, so a robot that cannot be asked now stops when it is back.
 */
export async function cancelJobs(ctx: Ctx, robots: Robots, jobs: readonly EndedJob[]): Promise<void> {
  const by = ctx.account.username;
  for (const { deviceId, jobId, commandId } of jobs) {
    if (jobId === null || commandId === null) continue;
    const isCanceled = await robots.commands.cancel(commandId, by).then(
      () => true,
      () => false,
    );
    const params = { jobId };
    if (!isCanceled)
      await robots.commands.sendCommand({ deviceId, type: 'job.cancel', params, by }).catch(() => undefined);
  }
}

/** The rows of a project that still collect. */
export async function openRows(db: Tx, projectId: string, at: string) {
  const project = await find(db, aiProjects, projectId);
  const open = (await devicesOf(db, [project], at)).filter(
    (it) => isOpen(it) || (it.collection === 'DONE' && it.endedAt === null),
  );
  if (open.length === 0) return [];
  const ids = open.map(({ deviceId }) => deviceId);
  return await db
    .select({ id: aiProjectDevices.id, deviceId: aiProjectDevices.deviceId })
    .from(aiProjectDevices)
    .where(and(eq(aiProjectDevices.projectId, projectId), inArray(aiProjectDevices.deviceId, ids)));
}
