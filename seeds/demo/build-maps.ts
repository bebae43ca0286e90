import { pointTypes, type MapElements } from '@sweepline/contract';
import { areasOf } from '@sweepline/map-core';
import { builtInWorld } from '../../apps/robot-sim/src/world/built-in.ts';
import type { World } from '../../apps/robot-sim/src/world/world.ts';
import { maps } from '../../apps/server/src/entities/places/map-table.ts';
import { storeFirstVersion } from '../../apps/server/src/features/places/maps/drafts/map-version-service.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../apps/server/src/platform/files/files.ts';
import { packPng } from '../../apps/server/src/platform/files/png.ts';
import type { BuiltSite } from './build-companies.ts';
import type { CompanyKey } from './people.ts';
import { liftPoints, shafts, topLabel } from './home/elevator-shafts.ts';
import { localName, type PlaceLanguage } from './local-names.ts';
import { places, type PlaceKey } from './places.ts';

/** The world with the names of its zones and points in a language. */
export function localWorld(world: World, language: PlaceLanguage): World {
  const named = <E extends { name: string }>(element: E): E => ({
    ...element,
    name: localName(language, element.name),
  });
  const { polygons, points } = world.elements;
  return {
    ...world,
    elements: { ...world.elements, polygons: polygons.map(named), points: points.map(named) },
  };
}

/** The simulated world of a place, with the names in the language of the place. */
export const worldOf = (place: PlaceKey): World => {
  const { world, worldSeed, language } = places.find(({ key }) => key === place)!;
  return localWorld(builtInWorld(world, worldSeed), language);
};

/** Creates the maps from the floors of the simulator, with the same id, grid and zones. */
export async function buildMaps(
  db: Tx,
  files: FileStore,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  sites: ReadonlyMap<PlaceKey, BuiltSite>,
) {
  for (const { key, company, map } of places)
    await buildMap(db, files, now, {
      world: worldOf(key),
      companyId: companyIds[company],
      name: map,
      place: sites.get(key)!,
      points: key === 'tower' ? liftPoints(topLabel, [shafts[0]]) : [],
    });
}

interface NewMap {
  world: World;
  companyId: string;
  name: string;
  place: BuiltSite;
  /** Points in addition to those of the world. */
  points?: MapElements['points'];
}

/** Creates the map of one floor of the simulator. */
export async function buildMap(
  db: Tx,
  files: FileStore,
  now: () => Date,
  { world, companyId, name, place, points = [] }: NewMap,
): Promise<void> {
  const { width, height, resolution, originX, originY, cells } = world.grid;
  const grid = await storeFile(db, files, now, {
    companyId,
    kind: 'MAP_GRID',
    name: `${name}.png`,
    mediaType: 'image/png',
    content: await packPng({ width, height, data: cells, channels: 1 }),
  });
  const at = now().toISOString();
  const elements = elementsOf(world);
  const [built] = await db
    .insert(maps)
    .values({
      id: world.mapId,
      companyId,
      name,
      ...place,
      origin: 'BUILT_IN',
      gridFileId: grid.id,
      width,
      height,
      resolution,
      originX,
      originY,
      freeM2: areasOf(world.grid).freeM2,
      elements: { ...elements, points: [...elements.points, ...points] },
      createdAt: at,
      updatedAt: at,
      updatedBy: 'system',
    })
    .returning();
  await storeFirstVersion(db, built!);
}

/** Map elements of a world in the types of the contract. */
const elementsOf = ({
  elements: { polygons, walls, points, segments, slopes, bumps },
}: World): MapElements => ({
  zones: polygons.map(({ id, type, name, points: corners }) => ({ id, type, name, points: corners })),
  walls,
  points: points.flatMap((point) => {
    const type = pointTypes.find((name) => name === point.type);
    return type ? [{ ...point, type }] : [];
  }),
  segments,
  slopes,
  bumps,
});
