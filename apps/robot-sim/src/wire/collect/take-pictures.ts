import { drawPlain, encodeJpeg } from '../../video/camera-picture.ts';
import { sceneOf } from '../../video/scene.ts';
import type { CollectionDeps } from './collections.ts';
import type { CollectionRecord } from './collection-record.ts';
import { isNearDuplicate, likenessOf } from './likeness.ts';
import type { PictureStore } from './picture-store.ts';

const width = 640;
const quality = 85;
const exposureMs = 8;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Takes a picture of each camera and stores those that show something new. */
export async function takePictures(
  { robot, now }: CollectionDeps,
  record: CollectionRecord,
  store: PictureStore,
): Promise<void> {
  const { jobId, cameras, cap, type, facesBlurred } = record.params;
  const nowMs = now();
  const capturedAt = new Date(nowMs).toISOString();
  const scene = sceneOf(robot, nowMs);
  const { x, y, theta } = scene.pose;
  const { run } = robot;
  // The server knows the runs that it started; of others it may not have heard yet.
  const isKnown = run?.state === 'IN_PROGRESS' && run.origin === 'CLOUD' && uuid.test(run.runId);
  const runId = isKnown ? run.runId : null;
  const pose = type === 'IMAGE' ? { x: null, y: null, theta: null } : { x, y, theta };
  for (const camera of cameras) {
    if (record.collected >= cap) return;
    const picture = drawPlain(scene, camera, width, facesBlurred);
    const likeness = likenessOf(picture);
    if (isNearDuplicate(likeness, record.last[camera])) continue;
    const file = `${record.next++}.jpg`;
    store.add(file, await encodeJpeg(picture, quality));
    record.last[camera] = likeness;
    record.collected += 1;
    const taken = { capturedAt, camera, mapId: robot.world.mapId, runId, ...pose };
    record.waiting.push({ file, jobId, ...taken, exposureMs, trigger: 'INTERVAL', facesBlurred });
  }
}
