import { createHash, randomUUID } from 'node:crypto';
import type { Point } from '@sweepline/map-core';
import type { Robot } from '../../robot/robot.ts';
import type { Disk } from '../connection/disk.ts';
import type { MapStorage } from './map-storage.ts';

export interface MapEdit {
  mapId: string;
  mapVersion: string;
  parentVersion: string;
  name: string;
  bytes: Uint8Array;
}
interface Pending extends Omit<MapEdit, 'bytes'> {
  /** base64 */
  bundle: string;
  /** The job that requested it, with its number of attempts (docs/protocol/files.md#jobs). */
  job?: { jobId: string; attempt: number };
}

/** Uploads a bundle and returns the version that the server assigned. */
export type UploadMap = (name: string, bytes: Uint8Array, refId: string) => Promise<string>;

interface Deps {
  disk: Disk;
  upload: UploadMap | undefined;
  /** Into the journal. */
  publish: (topic: 'xMap' | 'xJob', body: Record<string, unknown>) => void;
  mapStorage: MapStorage;
}

const againMs = 30_000;
const file = 'map-edits.json';

/** Maps edited at the robot and not yet uploaded (docs/protocol/maps.md#from-the-robot-to-the-server). */
export class MapEdits {
  readonly #deps: Deps;
  #pending: Pending[];
  #busy = false;
  #notBeforeMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Written by this class only.
    this.#pending = (deps.disk.read(file) as Pending[] | null | undefined) ?? [];
  }

  /** Queues an edit; it replaces earlier edits of the same map that are not being uploaded. */
  add({ bytes, ...edit }: MapEdit) {
    const { mapId, mapVersion, parentVersion, name } = edit;
    const others = this.#pending.filter((edit, i) => edit.mapId !== mapId || (i === 0 && this.#busy));
    this.#pending = [...others, { ...edit, bundle: Buffer.from(bytes).toString('base64') }];
    this.#notBeforeMs = 0;
    this.#save();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const about = { mapId, mapVersion, parentVersion, name, bytes: bytes.byteLength, sha256 };
    this.#deps.publish('xMap', { event: 'EDITED', ...about });
  }

  /** Queues an upload requested by the server. A queued upload of the same version is reused. */
  addJob(jobId: string, { bytes, ...edit }: MapEdit) {
    const job = { jobId, attempt: 0 };
    const queued = this.#pending.find(
      (pending) => pending.mapId === edit.mapId && pending.mapVersion === edit.mapVersion,
    );
    if (queued) queued.job = job;
    else this.#pending.push({ ...edit, bundle: Buffer.from(bytes).toString('base64'), job });
    this.#notBeforeMs = 0;
    this.#save();
    this.#report(job, 'WAITING', 0, bytes.byteLength);
  }

  /** Whether a job of the server uploads a map now. */
  get isUploadingJob(): boolean {
    return this.#busy && this.#pending[0]?.job !== undefined;
  }

  tick(nowMs: number) {
    const [first] = this.#pending;
    const { upload, mapStorage } = this.#deps;
    if (!first || !upload || this.#busy || nowMs < this.#notBeforeMs) return;
    this.#busy = true;
    const { mapId, mapVersion } = first;
    const bytes = Buffer.from(first.bundle, 'base64');
    if (first.job) {
      first.job.attempt++;
      this.#report(first.job, 'UPLOADING', 0, bytes.byteLength);
    }
    upload(`${mapId}_${mapVersion}.zip`, bytes, mapId)
      .then(
        (assigned) => {
          this.#pending = this.#pending.filter((edit) => edit !== first);
          this.#save();
          mapStorage.setVersion(mapId, mapVersion, assigned);
          if (first.job) this.#report(first.job, 'DONE', 100, bytes.byteLength);
        },
        () => void (this.#notBeforeMs = nowMs + againMs),
      )
      .finally(() => {
        this.#busy = false;
      });
  }

  #report(
    { jobId, attempt }: { jobId: string; attempt: number },
    phase: string,
    pct: number,
    bytesTotal: number,
  ) {
    const bytesDone = Math.round((bytesTotal * pct) / 100);
    const final = pct === 100;
    const about = { jobId, kind: 'MAP_UPLOAD', phase, pct, bytesDone, bytesTotal, attempt, final };
    this.#deps.publish('xJob', about);
  }

  #save() {
    this.#deps.disk.write(file, this.#pending);
  }
}

/** Adds a wall, drawn at the robot, to its current map. */
export function drawWall(
  { world, sn }: Robot,
  mapStorage: MapStorage,
  edits: MapEdits,
  points: Point[],
): void {
  const walls = [...world.elements.walls, { id: randomUUID(), points }];
  const edit = mapStorage.saveEdit({ ...world, elements: { ...world.elements, walls } }, sn);
  edits.add({ ...edit, name: world.name });
}

/** A map upload requested by a job of the server. */
export interface MapUploadRequest {
  jobId: string;
  mapId: string;
  mapVersion: string;
}

/** Queues the upload of a map; false when the robot has no such map. */
export function startMapUpload(
  { world, sn }: Robot,
  mapStorage: MapStorage,
  edits: MapEdits,
  { jobId, mapId, mapVersion }: MapUploadRequest,
): boolean {
  const map = mapStorage.bundleOf(mapId, mapVersion, world, sn);
  if (map) edits.addJob(jobId, map);
  return map !== undefined;
}
