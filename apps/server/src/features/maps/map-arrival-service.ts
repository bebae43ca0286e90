import { buffer } from 'node:stream/consumers';
import type { BundleMeta } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { devices } from '../devices/device-table.ts';
import { notify } from '../notices/notice-service.ts';
import { readBundle, type ReadBundle } from './exchange/map-bundle-service.ts';
import { storableElements } from './drafts/map-draft-service.ts';
import { readGridAside } from './cells/map-ground-service.ts';
import type { FinishedMap } from './exchange/map-worker.ts';
import { maps } from './map-table.ts';
import { addVersion, storeFirstVersion, mapPublished } from './drafts/map-version-service.ts';
import { mapVersions } from './drafts/map-version-table.ts';

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
const refusedFor = (field: string, reason: string) =>
  new Refusal('mapFile', { words: { reason: `${field}: ${reason}` }, fields: { [field]: reason } });

/** A bundle that has become a version; its name says which. */
const taken = 'MAP_TAKEN';

/**
 * Takes the bundle a robot brought (protocol 1.9, 2.12) as a map's next version, or as a new map, and answers the version it
 * got. The same file again answers the same version. What cannot be read is refused and leaves the map as it was.
 */
export async function takeBundle(parts: Parts, sender: Sender, fileId: string): Promise<number> {
  const { db, files } = parts;
  const [file] = await inScope(db, [sender.companyId], (tx) =>
    tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
  );
  if (!file) throw new Refusal('notFound');
  if (file.kind === taken) return Number(/_(\d+)\.zip$/.exec(file.name)?.[1]);
  const bundle = readBundle(await buffer(files.open(file.sha256)));
  const { meta, png } = bundle;
  if (!uuid.test(meta.mapId)) throw refusedFor('mapId', 'not a UUID');
  const read = await readGridAside(png, meta);
  if (read.raster.width !== meta.widthPx || read.raster.height !== meta.heightPx)
    throw refusedFor('grid.png', 'not of the size that map.json says');
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
  // A number that we gave stands for what we have: a version never changes, and asking for it makes no other.
  const known = map && (await knownVersion(tx, map.id, bundle.meta.mapVersion));
  if (known !== undefined) return known;
  const picture = await storeFile(tx, files, now, {
    ...{ companyId: sender.companyId, kind: 'MAP_GRID', name: `${bundle.meta.name}.png` },
    ...{ mediaType: 'image/png', content: read.png },
  });
  const ground = { gridFileId: picture.id, freeM2: read.areas.freeM2, ...read.raster };
  const version = map
    ? await addTo(parts, tx, map, arrival, ground)
    : await create(parts, tx, arrival, ground);
  // Others get a bundle of ours, for in this one stands the robot's own number.
  const name = `${bundle.meta.mapId}_${version}.zip`;
  await tx.update(storedFiles).set({ kind: taken, name }).where(eq(storedFiles.id, fileId));
  return version;
}

async function knownVersion(tx: Tx, mapId: string, mapVersion: string): Promise<number | undefined> {
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
  const [made] = await tx
    .insert(maps)
    .values({
      ...{ id: meta.mapId, companyId: sender.companyId, name: meta.name, siteId: device?.siteId ?? null },
      ...{
        origin: 'DEVICE',
        mode: meta.mode ?? 'AUTO_SCAN',
        elements: storableElements(elements),
        ...ground,
      },
      ...{ createdAt: at, updatedAt: at, updatedBy: sender.sn },
    })
    // Another company's map of this id is out of sight and stays so.
    .onConflictDoNothing()
    .returning();
  if (!made) throw refusedFor('mapId', 'not yours');
  await storeFirstVersion(tx, made, sender.deviceId);
  const { id: mapId, version } = made;
  tx.afterCommit(() => bus.publish(mapPublished, { mapId, version, deviceId: sender.deviceId }));
  return made.version;
}

const parentOf = ({ parentVersion }: BundleMeta) => (parentVersion ? Number(parentVersion) : null);

/** The robot's map becomes the current one, also when it was drawn on an older one; then both are kept and people are told. */
async function addTo(
  { bus, now }: Parts,
  tx: Tx,
  map: typeof maps.$inferSelect,
  { sender, bundle }: Arrival,
  ground: Ground,
): Promise<number> {
  const parentVersion = parentOf(bundle.meta);
  const rivals = parentVersion !== map.version;
  const version = await addVersion(tx, { bus }, map, {
    ...{ elements: storableElements(bundle.elements), ground, origin: 'DEVICE', deviceId: sender.deviceId },
    ...{ parentVersion, at: now().toISOString(), by: sender.sn },
    ...(rivals && { conflictWith: map.version }),
  });
  if (rivals) {
    await notify(tx, bus, now, {
      ...{ kind: 'device', companyId: map.companyId, deviceId: sender.deviceId },
      ...{
        template: 'mapConflict',
        params: { name: map.name },
        occasion: `map-conflict:${map.id}:${version}`,
      },
    });
  }
  return version;
}
