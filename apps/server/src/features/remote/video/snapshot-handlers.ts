import { videoSnapshotCalls, type VideoSnapshot } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { videoSnapshots, videoViews } from '../../../entities/remote/video-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { fromInserted } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import { attachSnapshot, deleteUnusedPicture } from './attached-snapshot-handlers.ts';
import { ownView } from './own-view.ts';
import { storeSnapshot, takePicture } from './snapshot-service.ts';

/** A stream has several pictures a second. */
const frameWithinMs = 2_000;

const snapshotOf = ({
  id,
  deviceId,
  camera,
  takenAt,
  viewer,
  company,
  width,
  height,
}: typeof videoSnapshots.$inferSelect): VideoSnapshot => ({
  id,
  deviceId,
  camera,
  takenAt,
  viewer,
  company,
  width,
  height,
});

/** The view and the robot of a request. A share grants watching only. */
const viewOf = async (ctx: Ctx, viewId: string) => {
  const { deviceId } = await ownView(ctx, viewId);
  return await inShortTransaction(ctx, async (db) => {
    const seen = and(eq(devices.id, deviceId), visible(db, devices));
    const [device] = await db.select().from(devices).where(seen);
    if (!device) throw new Refusal('forbidden');
    return { device, view: await find(db, videoViews, viewId) };
  });
};

async function add(ctx: Ctx, { viewId }: { viewId: string }): Promise<VideoSnapshot> {
  const { device, view } = await viewOf(ctx, viewId);
  const source = { ...view, device, accountId: ctx.account.id };
  const taken = await takePicture(ctx.services.bus, source, frameWithinMs);
  if (!taken) throw new Refusal('noPicture');
  const { files } = ctx.services;
  return await inShortTransaction(ctx, async (db) =>
    snapshotOf(await storeSnapshot(db, { files, now: ctx.now }, source, taken)),
  );
}

const readSnapshot = async (db: Tx, id: string) => snapshotOf(await find(db, videoSnapshots, id));

export const snapshotAnswers = answer(videoSnapshotCalls, {
  add: withoutTransaction(add, fromInserted(videoSnapshots, readSnapshot)),

  list: async ({ db }, input) => {
    const { id } = await find(db, devices, input.deviceId);
    const where = and(visible(db, videoSnapshots), eq(videoSnapshots.deviceId, id));
    const rows = db
      .select()
      .from(videoSnapshots)
      .where(where)
      .orderBy(desc(videoSnapshots.takenAt), desc(videoSnapshots.id));
    const page = await paginate(input, rows, counted(db, videoSnapshots, where));
    return { ...page, list: page.list.map(snapshotOf) };
  },

  picture: async ({ db, services }, { id }) => {
    const { fileId } = await find(db, videoSnapshots, id);
    return bytesOfFile(services.files, await findFile(db, fileId));
  },

  attach: attachSnapshot,

  remove: async ({ db }, { id }) => {
    const { fileId } = await find(db, videoSnapshots, id, { lock: true });
    await db.delete(videoSnapshots).where(eq(videoSnapshots.id, id));
    await deleteUnusedPicture(db, fileId);
    return {};
  },
});
