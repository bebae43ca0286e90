import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OtaKey } from '@sweepline/contract/robot';
import type { OtaDeps } from './ota.ts';
import type { OtaRecord } from './ota-record.ts';
import { hashOf, isSignedPackage } from './package-check.ts';
import { BackOff } from './back-off.ts';
import { BackgroundWork } from './background-work.ts';
import { FileDownload } from './file-download.ts';
import { bytesOn } from './range-download.ts';
import { unpack } from './unpack.ts';

const maxFailures = 100;

type Result = 'DONE' | 'HASH' | 'SIGNATURE' | 'DOWNLOAD';

/** Brings the bytes of an update to the disk and checks them. A light robot does the phases without bytes. */
export class Fetching {
  readonly #deps: OtaDeps;
  readonly #isCurrent: (record: OtaRecord) => boolean;
  keys: readonly OtaKey[] = [];
  readonly #work = new BackgroundWork();
  readonly #download: FileDownload;
  readonly #backOff: BackOff;

  constructor(deps: OtaDeps, isCurrent: (record: OtaRecord) => boolean) {
    this.#deps = deps;
    this.#isCurrent = isCurrent;
    this.#download = new FileDownload(deps.addresses, deps.fetchRange);
    this.#backOff = new BackOff(deps.now);
  }

  /** The present work on the disk and the network. */
  get working(): Promise<void> {
    return this.#work.working;
  }

  #path = ({ params }: OtaRecord) => join(this.#deps.disk.folder(), 'jobs', `${params.jobId}.part`);

  /** The next piece, or the check of the complete file. */
  step(record: OtaRecord, done: (result: Result) => void) {
    const { robot, fetchRange, fail } = this.#deps;
    if (robot.light) {
      record.bytesDone = record.params.manifest.bytes;
      return done(fail === 'sign' ? 'SIGNATURE' : fail === 'hash' ? 'HASH' : 'DONE');
    }
    if (!fetchRange) return done('DOWNLOAD');
    if (!this.#backOff.isOver) return;
    this.#run(record, 'DOWNLOADING', async () => {
      const result = await this.#piece(record);
      return result && (() => done(result));
    });
  }

  async #piece(record: OtaRecord): Promise<Result | undefined> {
    const { manifest, fileId } = record.params;
    const path = this.#path(record);
    try {
      if (bytesOn(path) < manifest.bytes) {
        record.bytesDone = await this.#download.next(path, fileId, manifest.bytes);
        record.failures = 0;
        return undefined;
      }
      this.keys = await this.#deps.trustedKeys();
    } catch {
      this.#backOff.begin(++record.failures);
      return record.failures >= maxFailures ? 'DOWNLOAD' : undefined;
    }
    return await this.#check(record, path);
  }

  async #check(record: OtaRecord, path: string): Promise<Result | undefined> {
    const { fail } = this.#deps;
    if (fail === 'sign' || !isSignedPackage(record.params, this.keys)) return 'SIGNATURE';
    if (fail !== 'hash' && (await hashOf(path)) === record.params.manifest.sha256) return 'DONE';
    rmSync(path, { force: true });
    record.bytesDone = 0;
    // Once more from the beginning.
    if (++record.wrongHashes > 1) return 'HASH';
    record.attempt++;
    return undefined;
  }

  /** Into the folder of the slot that does not run. */
  unpack(record: OtaRecord, done: (isGood: boolean) => void) {
    const { robot, fail, disk, installed } = this.#deps;
    if (robot.light || fail === 'unpack') return done(fail !== 'unpack');
    const { format, manifest } = record.params;
    const folder = join(disk.folder(), `slot-${installed.spare}`);
    this.#run(record, 'UNCOMPRESSING', () =>
      unpack(this.#path(record), format, manifest.bytes, folder).then(
        () => () => done(true),
        () => () => done(false),
      ),
    );
  }

  /** Deletes the bytes of an ended update. */
  clean(record: OtaRecord) {
    this.#download.forget();
    if (!this.#deps.robot.light) rmSync(this.#path(record), { force: true });
  }

  /** One piece of work at a time. Its result is dropped when the phase is another one by then. */
  #run(record: OtaRecord, phase: OtaRecord['phase'], work: () => Promise<(() => void) | undefined>) {
    this.#work.run(() => this.#isCurrent(record) && record.phase === phase, work);
  }
}
