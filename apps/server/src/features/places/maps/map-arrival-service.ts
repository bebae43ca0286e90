import { buffer } from 'node:stream/consumers';
import { fieldReason } from '@sweepline/contract';
import type { BundleMeta } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { storeFile, type FileStore } from '../../../platform/files/files.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { readBundle, type ReadBundle } from './exchange/map-bundle-service.ts';
import { storableElements } from './drafts/map-draft-service.ts';
import { readGridInThread } from './cells/map-ground-service.ts';
import { mapFileDetails, wrongMapFile } from './exchange/map-file-refusal.ts';
import type { FinishedMap } from './exchange/map-worker.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { addVersion, storeFirstVersion, mapPublished } from './drafts/map-version-service.ts';
import { mapVersions } from '../../../entities/places/map-version-table.ts';

interface Parts {
  db: Db;
  files: FileStore;
  bus: Bus;
  now: Clock;
}
interface Sender {
  deviceId: string;
  companyId: string;
  sn: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The bundle names a map that another company owns. */
export class ForeignMapRefusal extends Refusal {
  readonly mapId: string;
  constructor(mapId: string) {
    super('mapFile', mapFileDetails('mapId', fieldReason('MAP_OF_OTHER_OWNER')));
    this.mapId = mapId;
  }
}

/** Kind of a bundle that became a version. Its file name holds the version. */
const storedKind = 'MAP_TAKEN';

/**
 * Stores the bundle of a robot as the next version of a map, or as a new map, and returns the version. A repeated file returns the
 * same version. An unreadable file is refused and changes nothing. See docs/protocol/maps.md#from-the-robot-to-the-server.
 */
export async function storeRobotBundle(parts: Parts, sender: Sender, fileId: string): Promise<number> {
  const { db, files } = parts;
  const [file] = await inScope(db, [sender.companyId], (tx) =>
    tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
  );
  if (!file) throw new Refusal('notFound');
  if (file.kind === storedKind) return Number(/_(\d+)\.zip$/.exec(file.name)?.[1]);
  const bundle = readBundle(await buffer(files.open(file.sha256)));
  const { meta, png } = bundle;
  if (!uuid.test(meta.mapId)) throw wrongMapFile('mapId', 'UUID');
  const read = await readGridInThread(png, meta);
  if (read.raster.width !== meta.widthPx || read.raster.height !== meta.heightPx)
    throw wrongMapFile('grid.png', 'BUNDLE_PICTURE_SIZE');
  return await inScope(db, [sender.companyId], (tx) => store(parts, tx, { sender, fileId, bundle, read }));
}

interface Arrival {
  sender: Sender;
  fileId: string;
  bundle: ReadBundle;
  read: FinishedMap;
}

async function store(parts: Parts, tx: Tx, arrival: Arrival): Promise<number> {
  const { now, files } = parts;
  const { sender, fileId, bundle, read } = arrival;
  const [map] = await tx.select().from(maps).where(eq(maps.id, bundle.meta.mapId)).for('update');
  // A version number of the server names a stored version, which never changes, so no version is added.
  const existing = map && (await findExistingVersion(tx, map.id, bundle.meta.mapVersion));
  if (existing !== undefined) return existing;
  const picture = await storeFile(tx, files, now, {
    companyId: sender.companyId,
    kind: 'MAP_GRID',
    name: `${bundle.meta.name}.png`,
    mediaType: 'image/png',
    content: read.png,
  });
  const ground = { gridFileId: picture.id, freeM2: read.areas.freeM2, ...read.raster };
  const version = map
    ? await addTo(parts, tx, map, arrival, ground)
    : await create(parts, tx, arrival, ground);
  // This bundle holds the robot's own version number, so other robots get a bundle packed by the server.
  const name = `${bundle.meta.mapId}_${version}.zip`;
  await tx.update(storedFiles).set({ kind: storedKind, name }).where(eq(storedFiles.id, fileId));
  return version;
}

async function findExistingVersion(tx: Tx, mapId: string, mapVersion: string): Promise<number | undefined> {
  if (!/^\d{1,9}$/.test(mapVersion)) return undefined;
  const [row] = await tx
    .select({ version: mapVersions.version })
    .from(mapVersions)
    .where(and(eq(mapVersions.mapId, mapId), eq(mapVersions.version, Number(mapVersion))));
  return row?.version;
}

type Ground = FinishedMap['raster'] & { gridFileId: string; freeM2: number };

async function create(
  { now, bus }: Parts,
  tx: Tx,
  { sender, bundle }: Arrival,
  ground: Ground,
): Promise<number> {
  const { meta, elements } = bundle;
  const [device] = await tx.select().from(devices).where(eq(devices.id, sender.deviceId));
  const at = now().toISOString();
  const [map] = await tx
    .insert(maps)
    .values({
      id: meta.mapId,
      companyId: sender.companyId,
      name: meta.name,
      siteId: device?.siteId ?? null,
      origin: 'DEVICE',
      mode: meta.mode ?? 'AUTO_SCAN',
      elements: storableElements(elements),
      ...ground,
      createdAt: at,
      updatedAt: at,
      updatedBy: sender.sn,
    })
    // A map of another company may have this id. It is not visible here and stays unchanged.
    .onConflictDoNothing()
    .returning();
  if (!map) throw new ForeignMapRefusal(meta.mapId);
  await storeFirstVersion(tx, map, sender.deviceId);
  const { id: mapId, version } = map;
  tx.afterCommit(() => bus.publish(mapPublished, { mapId, version, deviceId: sender.deviceId }));
  return version;
}

const parentOf = ({ parentVersion }: BundleMeta) => (parentVersion ? Number(parentVersion) : null);

/** The robot's map becomes the current version. If it is based on an older one, both are stored as a conflict and a notice is sent. */
async function addTo(
  { bus, now }: Parts,
  tx: Tx,
  map: typeof maps.$inferSelect,
  { sender, bundle }: Arrival,
  ground: Ground,
): Promise<number> {
  const parentVersion = parentOf(bundle.meta);
  const conflict = parentVersion !== map.version;
  const version = await addVersion(tx, { bus }, map, {
    elements: storableElements(bundle.elements),
    ground,
    origin: 'DEVICE',
    deviceId: sender.deviceId,
    parentVersion,
    at: now().toISOString(),
    by: sender.sn,
    ...(conflict && { conflictWith: map.version }),
  });
  if (conflict) {
    await notify(tx, bus, now, {
      kind: 'device',
      companyId: map.companyId,
      deviceId: sender.deviceId,
      template: 'mapConflict',
      params: { name: map.name },
      occasion: `map-conflict:${map.id}:${version}`,
    });
  }
  return version;
}
