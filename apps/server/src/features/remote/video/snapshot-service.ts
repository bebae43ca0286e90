import type { Camera } from '@sweepline/contract/robot';
import { snapshotFiles, videoSnapshots } from '../../../entities/remote/video-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../../platform/files/files.ts';
import type { Picture } from '../../../platform/files/picture.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { nextFrame } from './next-frame.ts';

/** A stream of a camera, and who takes a snapshot of it. */
export interface SnapshotSource {
  sessionId: string;
  device: { id: string; sn: string; nickname: string };
  companyId: string;
  camera: Camera;
  accountId: string;
  viewer: string;
  /** The company of the viewer; empty where the viewer is a company. */
  company: string;
}

interface TakenPicture {
  picture: Picture;
  takenAt: string;
}

const timeText = (at: string) => `${at.slice(0, 19).replace('T', ' ')} UTC`;

/** The next picture of a stream, with viewer, robot and time in it; undefined if none comes in time or it is damaged. */
export async function takePicture(
  bus: Bus,
  { sessionId, device: { nickname, sn }, viewer, company }: SnapshotSource,
  withinMs: number,
): Promise<TakenPicture | undefined> {
  const frame = await nextFrame(bus, sessionId, withinMs);
  if (!frame) return undefined;
  const takenAt = new Date(frame.header.capturedMs).toISOString();
  const who = company ? `${viewer} (${company})` : viewer;
  const lines = [who, nickname ? `${nickname} · ${sn}` : sn, timeText(takenAt)];
  // Loaded with the first snapshot: it would delay each start.
  const { withCaption } = await import('../../../platform/documents/picture-caption.ts');
  const picture = await withCaption(frame.jpeg, lines).catch(() => undefined);
  return picture && { picture, takenAt };
}

/** Stores a picture as a snapshot of its robot. */
export async function storeSnapshot(
  db: Tx,
  { files, now }: { files: FileStore; now: Clock },
  { device, companyId, camera, accountId, viewer, company }: SnapshotSource,
  { picture, takenAt }: TakenPicture,
): Promise<typeof videoSnapshots.$inferSelect> {
  const { content, mediaType, width, height } = picture;
  const file = { companyId, kind: snapshotFiles, name: `${device.sn}-${camera}`, mediaType, content };
  const { id: fileId } = await storeFile(db, files, now, file);
  const about = { companyId, deviceId: device.id, camera, takenAt, accountId, viewer, company };
  const row = { id: newId(), ...about, width, height, fileId };
  return (await db.insert(videoSnapshots).values(row).returning())[0]!;
}
