import {
  noElements,
  type MapDetail,
  type MapElements,
  type MapMode,
  type SavedUnknown,
} from '@sweepline/contract';
import { wrongField, type Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { storeFile } from '../../../../platform/files/files.ts';
import { newId } from '../../../../platform/runtime/ids.ts';
import { bytesOf, uploadOf, type UploadContent, type Uploads } from '../../../../platform/calls/input.ts';
import { inShortTransaction } from '../../../../platform/calls/without-transaction.ts';
import { findCompany } from '../../../../entities/people/company-service.ts';
import { checkSite } from '../../../devices/devices/device-service.ts';
import { readBundle } from './map-bundle-service.ts';
import { storableElements } from '../drafts/map-draft-service.ts';
import { readGridInThread } from '../cells/map-ground-service.ts';
import type { FinishedMap } from './map-worker.ts';
import { readMapInThread } from './map-reader.ts';
import { findOrCreateFloor, readMap } from '../map-service.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import { storeFirstVersion } from '../drafts/map-version-service.ts';

interface Place {
  companyId?: string | undefined;
  siteId?: string | undefined;
  floor?: string | undefined;
}
interface NewMap extends Place {
  companyId: string;
  name: string;
  mode?: MapMode | undefined;
  read: FinishedMap;
  elements: MapElements;
}

/** Stores the picture, the map, its first version, and its floor if the floor is new. */
async function storeMap({ now, account, services }: Ctx, db: Tx, map: NewMap): Promise<MapDetail> {
  const { companyId, name, siteId, floor, mode = 'IMPORTED', elements, read } = map;
  const picture = await storeFile(db, services.files, now, {
    companyId,
    kind: 'MAP_GRID',
    name: `${name}.png`,
    mediaType: 'image/png',
    content: read.png,
  });
  const at = now().toISOString();
  const id = newId();
  const [record] = await db
    .insert(maps)
    .values({
      id,
      companyId,
      name,
      siteId: siteId ?? null,
      origin: 'IMPORTED',
      mode,
      elements,
      ...read.raster,
      freeM2: read.areas.freeM2,
      gridFileId: picture.id,
      floorId: siteId && floor ? await findOrCreateFloor(db, companyId, siteId, floor) : null,
      createdAt: at,
      updatedAt: at,
      updatedBy: account.username,
    })
    .returning();
  await storeFirstVersion(db, record!);
  return await readMap(db, id);
}

/** Checks the place of a new map before its files are read, and returns its company. */
async function checkPlace(ctx: Ctx, { companyId, siteId, floor }: Place): Promise<string> {
  if (floor && !siteId) throw wrongField('siteId', 'SITE_FOR_FLOOR');
  const owner = companyId ?? ctx.account.companyId;
  await inShortTransaction(ctx, async (db) => {
    await findCompany(db, owner);
    await checkSite(db, owner, siteId);
  });
  return owner;
}

interface RosImport extends Place {
  name: string;
  savedUnknown?: SavedUnknown | undefined;
}

/** Imports a ROS map as a new map. */
export async function importRos(ctx: Ctx, { name, savedUnknown, ...place }: RosImport, uploads: Uploads) {
  const companyId = await checkPlace(ctx, place);
  const read = await readMapInThread(uploads, savedUnknown);
  const elements = { ...noElements, zones: read.zones };
  return await inShortTransaction(ctx, (db) =>
    storeMap(ctx, db, { ...place, companyId, name, read, elements }),
  );
}

async function unpackBundle(content: UploadContent) {
  const { meta, png, elements } = readBundle(await bytesOf(content));
  return { meta, elements, read: await readGridInThread(png, meta) };
}

let last: Promise<unknown> = Promise.resolve();

/** An unpacked bundle takes up to 224 MB of memory, so only one is unpacked at a time. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const working = last.then(work);
  last = working.catch(() => {});
  return working;
}

/** Imports a bundle as a new map. The bundle's map id and company are ignored. */
export async function importBundle(
  ctx: Ctx,
  { name, ...place }: Place & { name?: string | undefined },
  uploads: Uploads,
) {
  const { content } = uploadOf(uploads, 'bundle');
  const companyId = await checkPlace(ctx, place);
  const { meta, elements, read } = await oneAtATime(() => unpackBundle(content));
  if (read.raster.width !== meta.widthPx || read.raster.height !== meta.heightPx)
    throw wrongField('bundle', 'BUNDLE_PICTURE_SIZE');
  const map = { ...place, companyId, name: name ?? meta.name, mode: meta.mode, read };
  return await inShortTransaction(ctx, (db) =>
    storeMap(ctx, db, { ...map, elements: storableElements(elements) }),
  );
}
