import { gzipSync } from 'node:zlib';
import type { CoveragePicture } from '../../robot/picture.ts';
import type { Robot } from '../../robot/robot.ts';
import type { RunRecord } from '../../robot/run.ts';
import { trajectoryLines } from '../../robot/world/trail.ts';
import type { Disk } from '../connection/disk.ts';
import { reportOf, type ReportFiles } from './vendor-messages.ts';

type FileKind = 'TRAJECTORY' | 'COVERAGE' | 'FILE';
/** Uploads a file and returns its id at the server. */
export type Upload = (kind: FileKind, name: string, bytes: Uint8Array, refId: string) => Promise<string>;

interface Pending {
  runId: string;
  mapId: string;
  body: Record<string, unknown>;
  /** base64 */
  trajectory: string;
  coverage: string | undefined;
  files: ReportFiles;
  sinceMs: number;
  sentWithout: boolean;
}

const retryMs = 30_000;
const maxWaitMs = 86_400_000;
const file = 'reports.json';

/**
 * Uploads the files of a report first, then sends the report with their ids (docs/protocol/orders.md#xreport). After a day
 * without uploads the report is sent without files, and again with files once they are uploaded.
 */
export class Reports {
  readonly #disk: Disk;
  readonly #upload: Upload | undefined;
  readonly #send: (body: Record<string, unknown>) => void;
  #pending: Pending[];
  #busy = false;
  #notBeforeMs = 0;

  constructor(disk: Disk, upload: Upload | undefined, send: (body: Record<string, unknown>) => void) {
    this.#disk = disk;
    this.#upload = upload;
    this.#send = send;
    // Written by this class only.
    this.#pending = (disk.read(file) as Pending[] | undefined) ?? [];
  }

  get waiting() {
    return this.#pending.length;
  }

  add(robot: Robot, run: RunRecord, picture: CoveragePicture | undefined, nowMs: number) {
    const lines = trajectoryLines(run.runId, run.mapId, run.startedAt, run.trail);
    this.#pending.push({
      runId: run.runId,
      mapId: run.mapId,
      body: reportOf(robot, run, new Date(nowMs).toISOString()),
      trajectory: gzipSync(lines.join('\n')).toString('base64'),
      coverage: picture && Buffer.from(picture.png()).toString('base64'),
      files: {},
      sinceMs: nowMs,
      sentWithout: false,
    });
    this.#notBeforeMs = 0;
    this.#save();
  }

  tick(nowMs: number) {
    const [first] = this.#pending;
    if (!first || this.#busy || nowMs < this.#notBeforeMs) return;
    if (!this.#upload) return this.#done(first);
    this.#busy = true;
    this.#uploadFiles(first, this.#upload)
      .then(
        () => this.#done(first),
        () => {
          this.#notBeforeMs = nowMs + retryMs;
          if (nowMs - first.sinceMs < maxWaitMs || first.sentWithout) return;
          first.sentWithout = true;
          this.#send({ ...first.body, files: first.files });
          this.#save();
        },
      )
      .finally(() => {
        this.#busy = false;
      });
  }

  async #uploadFiles(pending: Pending, upload: Upload) {
    const { runId, mapId, files } = pending;
    files.trajectory ??= await upload(
      'TRAJECTORY',
      `${runId}.traj.gz`,
      Buffer.from(pending.trajectory, 'base64'),
      runId,
    );
    this.#save();
    if (!pending.coverage || files.coverage) return;
    const fileId = await upload('COVERAGE', `${runId}.png`, Buffer.from(pending.coverage, 'base64'), runId);
    files.coverage = [{ mapId, fileId }];
  }

  #done(pending: Pending) {
    this.#pending = this.#pending.filter((report) => report !== pending);
    this.#send({ ...pending.body, files: pending.files });
    this.#save();
  }

  #save() {
    this.#disk.write(file, this.#pending);
  }
}
