import type { AiLabelState, AiShape } from '@sweepline/contract';
import type { Random } from '../../../apps/robot-sim/src/random.ts';
import { drawPlain, encodeJpeg } from '../../../apps/robot-sim/src/video/camera-picture.ts';
import { colouring, dirtOfDay, styleOf, type Dirt } from '../../../apps/robot-sim/src/video/floor-look.ts';
import { aiImages, aiLabels, aiPictureFiles } from '../../../apps/server/src/entities/ai/ai-table.ts';
import { pictureFacts } from '../../../apps/server/src/features/ai/images/picture-facts.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { worldOf } from '../build-maps.ts';

const dayMs = 86_400_000;
/** What the camera below a robot sees. */
const viewM = { across: 1.2, along: 0.675 };
/** Dirt that may lie in a picture. */
const reachM = 2;
export const [labeller, reviewer] = ['ops.chen', 'admin'] as const;

/** A robot of a project whose pictures are stored. */
export interface Collection {
  companyId: string;
  siteId: string;
  projectId: string;
  deviceId: string;
  jobId: string;
}

export interface Taken {
  x: number;
  y: number;
  theta: number;
  content: Buffer;
  shapes: AiShape[];
}

const part = (value: number) => Math.min(1, Math.max(0, value));

/** The boxes around what lies in the picture, as a careful person draws them. */
function boxesOf(dirt: readonly Dirt[], { x, y, theta }: Pick<Taken, 'x' | 'y' | 'theta'>): AiShape[] {
  return dirt.flatMap(({ kind, radiusM, ...place }): AiShape[] => {
    const [dx, dy] = [place.x - x, place.y - y];
    const ahead = dx * Math.cos(theta) + dy * Math.sin(theta);
    const left = -dx * Math.sin(theta) + dy * Math.cos(theta);
    const [u, v] = [0.5 - left / viewM.across, 0.5 - ahead / viewM.along];
    if (u < 0 || u > 1 || v < 0 || v > 1) return [];
    const lengthM = kind === 'CABLE' ? radiusM * 3 : radiusM;
    const [du, dv] = [lengthM / viewM.across, lengthM / viewM.along];
    const from: [number, number] = [part(u - du), part(v - dv)];
    const to: [number, number] = [part(u + du), part(v + dv)];
    return [{ id: newId(), kind: 'BOX', classId: kind.toLowerCase(), from, to }];
  });
}

const [columns, rows, points] = [16, 9, 4] as const;
/** Points of a tile that are covered before a person marks it. */
const markedPoints = 3;

type Pose = Pick<Taken, 'x' | 'y' | 'theta'>;
/** What lies at a place of the floor. */
type KindAt = (x: number, y: number) => Dirt['kind'] | undefined;

/** The kind that most points of a tile show. */
function kindOfTile(tile: number, { x, y, theta }: Pose, kindAt: KindAt): Dirt['kind'] | undefined {
  const counts = new Map<Dirt['kind'], number>();
  for (let point = 0; point < points * points; point++) {
    const u = ((tile % columns) + ((point % points) + 0.5) / points) / columns;
    const v = (Math.floor(tile / columns) + (Math.floor(point / points) + 0.5) / points) / rows;
    const [left, ahead] = [(0.5 - u) * viewM.across, (0.5 - v) * viewM.along];
    const kind = kindAt(
      x + ahead * Math.cos(theta) - left * Math.sin(theta),
      y + ahead * Math.sin(theta) + left * Math.cos(theta),
    );
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count >= markedPoints)?.[0];
}

/** The tiles of the picture that show dirt, as a careful person marks them. */
function tilesOf(pose: Pose, kindAt: KindAt): AiShape[] {
  const found = Array.from({ length: columns * rows }, (_, tile) => ({
    tile,
    kind: kindOfTile(tile, pose, kindAt),
  }));
  return [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, tiles]): AiShape[] => {
    if (!kind) return [];
    const own = { classId: kind.toLowerCase(), columns, rows } as const;
    return [{ id: newId(), kind: 'TILES', ...own, tiles: tiles.map(({ tile }) => tile) }];
  });
}

interface Day {
  at: Date;
  count: number;
  widthPx: number;
  /** How people mark what lies in a picture. */
  marks: 'BOXES' | 'TILES';
}

/** As much dirt of each kind. */
const evenly = (dirt: readonly Dirt[], count: number): Dirt[] => {
  const kinds = [...Map.groupBy(dirt, ({ kind }) => kind).values()];
  return kinds.flatMap((ofKind) => ofKind.slice(0, Math.ceil(count / kinds.length)));
};

/** Pictures of the camera below a robot over the dirt of a day. */
export async function takePictures({ at, count, widthPx, marks }: Day, random: Random): Promise<Taken[]> {
  const world = worldOf('tower');
  const style = styleOf(world);
  const clean = colouring(style, []);
  const all = dirtOfDay(world, Math.floor(at.getTime() / dayMs));
  const taken: Taken[] = [];
  for (const near of marks === 'BOXES' ? all.slice(0, count) : evenly(all, count)) {
    const [x, y] = [near.x + random() * 0.3 - 0.15, near.y + random() * 0.2 - 0.1];
    const pose = { x, y, theta: random() * 2 * Math.PI };
    const dirt = all.filter((it) => Math.hypot(it.x - x, it.y - y) < reachM);
    const scene = { grid: world.grid, pose, cameraM: 0.6, things: [], isDirty: false };
    const floorAt = colouring(style, dirt);
    const content = await encodeJpeg(drawPlain({ ...scene, floorAt }, 'DOWN', widthPx), 85);
    const colours = dirt.map((it) => ({ kind: it.kind, at: colouring(style, [it]) }));
    const kindAt: KindAt = (placeX, placeY) => {
      const [red, green] = clean(placeX, placeY);
      return colours.find((it) => {
        const colour = it.at(placeX, placeY);
        return colour[0] !== red || colour[1] !== green;
      })?.kind;
    };
    const shapes = marks === 'BOXES' ? boxesOf(dirt, pose) : tilesOf(pose, kindAt);
    taken.push({ ...pose, content, shapes });
  }
  return taken;
}

const labelsOf = (shapes: AiShape[], labelState: AiLabelState, { at, by }: { at: string; by: string }) => ({
  labelState,
  shapes,
  revision: 1,
  classIds: [...new Set(shapes.map(({ classId }) => classId))],
  labelledAt: at,
  labelledBy: by,
});

interface NewImage {
  name: string;
  takenAt: string;
  taken: Taken;
  labelState: AiLabelState;
}

/** Stores a picture of a robot, and its marks unless it is left unlabelled. Returns its bytes. */
export async function buildImage(
  db: Tx,
  files: FileStore,
  now: () => Date,
  { companyId, siteId, projectId, deviceId, jobId }: Collection,
  { name, takenAt, taken, ...wanted }: NewImage,
): Promise<number> {
  const { content, shapes, x, y, theta } = taken;
  const about = { companyId, kind: aiPictureFiles, name, mediaType: 'image/jpeg', content };
  const { id: fileId, sha256, bytes } = await storeFile(db, files, now, about);
  const own = { companyId, siteId, projectId, deviceId, jobId, name };
  const file = { fileId, sha256, bytes };
  const place = { camera: 'DOWN' as const, takenAt, mapId: worldOf('tower').mapId, x, y, theta };
  const labelState = shapes.length > 0 ? wanted.labelState : 'UNLABELLED';
  const isLabelled = labelState !== 'UNLABELLED';
  const by = labelState === 'REVIEWED' ? reviewer : labeller;
  const at = now().toISOString();
  const labels = isLabelled ? labelsOf(shapes, labelState, { at, by }) : {};
  const [image] = await db
    .insert(aiImages)
    .values({
      ...own,
      ...file,
      ...(await pictureFacts(content)),
      ...place,
      facesBlurred: true,
      state: isLabelled ? 'KEPT' : 'NEW',
      ...labels,
    })
    .returning();
  if (isLabelled && image)
    await db
      .insert(aiLabels)
      .values({ companyId, imageId: image.id, revision: 1, labelState, shapes, at, by });
  return bytes;
}
