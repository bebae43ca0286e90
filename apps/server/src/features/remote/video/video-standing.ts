import { permissions, type DriveRight, type VideoSession, type VideoStanding } from '@sweepline/contract';
import { can, isCamera, xReported } from '@sweepline/contract/robot';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  videoRecordings,
  videoSessions,
  videoViews,
  type RecordingRow,
} from '../../../entities/remote/video-table.ts';
import { hasVideoConsent } from '../../../entities/people/agreement-service.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { isVideoAllowed, videoRightOf } from './video-right-service.ts';

type Device = typeof devices.$inferSelect;

/** A device that the account may see or watch. Without access in its company and without a share it is answered as missing. */
export async function videoAccess(
  { db, account, now }: Pick<Ctx, 'db' | 'account' | 'now'>,
  id: string,
): Promise<{ device: Device; right: DriveRight | null }> {
  const [visibleDevice] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), visible(db, devices)));
  return await asSystem(db, async (all) => {
    const [device] = visibleDevice
      ? [visibleDevice]
      : await all.select().from(devices).where(eq(devices.id, id));
    const right = device ? await videoRightOf(all, account, device, now) : null;
    const mayView = visibleDevice && hasPermission(account, permissions.deviceList);
    if (!device || (!right && !mayView)) throw new Refusal('notFound');
    return { device, right };
  });
}

/** What the robot says about its cameras, and whether its settings and its site allow them. */
export async function camerasOf(all: Tx, device: Device, now: Date) {
  const { id } = device;
  const [row] = await all
    .select()
    .from(deviceDocuments)
    .where(and(eq(deviceDocuments.deviceId, id), eq(deviceDocuments.kind, 'REPORTED')));
  const { cameras, streams } = xReported.shape;
  const transports = streams.parse(row?.document['streams']) ?? [];
  const sends = transports.includes('WS_JPEG');
  const names = (cameras.parse(row?.document['cameras']) ?? []).filter(isCamera);
  const supported = can(device, 'video') && sends && names.length > 0;
  return {
    cameras: supported ? names : [],
    supported,
    isAllowed: await isVideoAllowed(all, id),
    hasConsent: await hasVideoConsent(all, device, now),
    hasWebrtc: transports.includes('WEBRTC'),
  };
}

interface Watcher {
  accountId: string;
  right: DriveRight | null;
}

const recorderOf = (
  row: RecordingRow | undefined,
  { accountId, right }: Watcher,
): VideoSession['recording'] => {
  if (!row) return null;
  const { id, person: name, company, startedAt: since } = row;
  return { id, name, company, since, mayStop: right === 'COMPANY' || row.accountId === accountId };
};

/** The newest stream of each camera, with its viewers and who records it. */
async function sessionsOf(all: Tx, deviceId: string, watcher: Watcher): Promise<VideoSession[]> {
  const rows = await all
    .selectDistinctOn([videoSessions.camera])
    .from(videoSessions)
    .where(eq(videoSessions.deviceId, deviceId))
    .orderBy(videoSessions.camera, desc(videoSessions.startedAt), desc(videoSessions.id));
  const ids = rows.map(({ id }) => id);
  const views = await all
    .select()
    .from(videoViews)
    .where(and(inArray(videoViews.sessionId, ids), isNull(videoViews.endedAt)))
    .orderBy(asc(videoViews.openedAt), asc(videoViews.id));
  const recordings = await all
    .select()
    .from(videoRecordings)
    .where(and(eq(videoRecordings.deviceId, deviceId), isNull(videoRecordings.endedAt)));
  return rows.map(({ id, camera, state, reason, changedAt }) => ({
    sessionId: id,
    camera,
    state,
    reason,
    since: changedAt,
    viewers: views
      .filter(({ sessionId }) => sessionId === id)
      .map(({ viewer: name, company, byRight, reason: why, openedAt }) => ({
        name,
        company,
        byRight,
        reason: why,
        since: openedAt,
      })),
    recording: recorderOf(
      recordings.find((row) => row.camera === camera),
      watcher,
    ),
  }));
}

/** What the caller may do with the cameras of a device, and who watches them. */
export async function standingOf(
  ctx: Pick<Ctx, 'db' | 'account' | 'now'>,
  deviceId: string,
): Promise<VideoStanding> {
  const { device, right } = await videoAccess(ctx, deviceId);
  return await asSystem(ctx.db, async (all) => ({
    right,
    reasonDue: ctx.account.companyId !== device.companyId,
    ...(await camerasOf(all, device, ctx.now())),
    sessions: await sessionsOf(all, device.id, { accountId: ctx.account.id, right }),
    at: ctx.now().toISOString(),
  }));
}
