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
  /** The job that asks for it, and how often it was tried (2.1.5). */
  job?: { jobId: string; attempt: number };
}

/** Brings a bundle to the server and returns the version it got there. */
export type UploadMap = (name: string, bytes: Uint8Array, refId: string) => Promise<string>;

interface Deps {
  disk: Disk;
  upload: UploadMap | undefined;
  /** Into the journal. */
  tell: (topic: 'xMap' | 'xJob', body: Record<string, unknown>) => void;
  shelf: MapStorage;
}

const againMs = 30_000;
const file = 'map-edits.json';

/** Maps edited at the robot, on their way to the server (2.12). They stay on the disk until they have got their version. */
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

  /** A later edit of the same version stands for those before it that have not left yet. */
  add({ bytes, ...edit }: MapEdit) {
    const { mapId, mapVersion, parentVersion, name } = edit;
    const waiting = this.#pending.filter((it, i) => it.mapId !== mapId || (i === 0 && this.#busy));
    this.#pending = [...waiting, { ...edit, bundle: Buffer.from(bytes).toString('base64') }];
    this.#notBeforeMs = 0;
    this.#keep();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const about = { mapId, mapVersion, parentVersion, name, bytes: bytes.byteLength, sha256 };
    this.#deps.tell('xMap', { event: 'EDITED', ...about });
  }

  /** The server asks for a map. One that is on its way already is not brought twice. */
  bring(jobId: string, { bytes, ...edit }: MapEdit) {
    const job = { jobId, attempt: 0 };
    const way = this.#pending.find((it) => it.mapId === edit.mapId && it.mapVersion === edit.mapVersion);
    if (way) way.job = job;
    else this.#pending.push({ ...edit, bundle: Buffer.from(bytes).toString('base64'), job });
    this.#notBeforeMs = 0;
    this.#keep();
    this.#report(job, 'WAITING', 0, bytes.byteLength);
  }

  tick(nowMs: number) {
    const [first] = this.#pending;
    const { upload, shelf } = this.#deps;
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
          this.#pending = this.#pending.filter((it) => it !== first);
          this.#keep();
          shelf.renamed(mapId, mapVersion, assigned);
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
    this.#deps.tell('xJob', about);
  }

  #keep() {
    this.#deps.disk.write(file, this.#pending);
  }
}

/** A wall more on the map the robot stands on, drawn at the robot itself. */
export function drawWall({ world, sn }: Robot, shelf: MapStorage, edits: MapEdits, points: Point[]): void {
  const walls = [...world.elements.walls, { id: randomUUID(), points }];
  const edit = shelf.edited({ ...world, elements: { ...world.elements, walls } }, sn);
  edits.add({ ...edit, name: world.name });
}

/** A map the server asks for, by a job. */
export interface WantedMap {
  jobId: string;
  mapId: string;
  mapVersion: string;
}

/** Has a map of this robot brought to the server, when it has it. */
export function bringMap(
  { world, sn }: Robot,
  shelf: MapStorage,
  edits: MapEdits,
  { jobId, mapId, mapVersion }: WantedMap,
): boolean {
  const map = shelf.bundleOf(mapId, mapVersion, world, sn);
  if (map) edits.bring(jobId, map);
  return map !== undefined;
}
