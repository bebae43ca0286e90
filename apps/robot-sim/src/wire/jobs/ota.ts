import type { OtaKey, OtaParams, OtaPhase } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import type { Disk } from '../connection/disk.ts';
import type { Installed } from '../connection/installed.ts';
import { isFinal, newOta, otaReport, type OtaFailure, type OtaRecord } from './ota-record.ts';
import { downloadBarrier, installWaits, pausedWait } from './ota-waits.ts';
import { isBelowMinimum, isNewest, mayForce, misfitOf, partOf } from './package-check.ts';
import { Fetching } from './ota-fetching.ts';
import { Installing, type InstallResult } from './ota-installing.ts';
import type { AddressRequests } from './address-requests.ts';
import { JobReporter, type PublishJob } from './job-reporter.ts';
import type { FetchRange } from './range-download.ts';

export interface OtaDeps {
  disk: Disk;
  robot: Robot;
  installed: Installed;
  versions: () => Record<string, string>;
  now: () => number;
  publish: PublishJob;
  reportedChanged: () => void;
  /** A restart without notice to the robot, as after a power cut. */
  reboot: () => void;
  addresses: AddressRequests;
  fetchRange: FetchRange | undefined;
  trustedKeys: () => Promise<readonly OtaKey[]>;
  fail?: OtaFailure | undefined;
  /** The power is cut once when this phase begins. */
  powerCut?: OtaPhase | undefined;
}

const file = 'ota.json';
const cutFile = 'power-cut.json';
/** In these phases another job may run. */
const resting: readonly OtaPhase[] = ['DOWNLOADABLE', 'PAUSED', 'UNPACKED'];
const day = 86_400;
/** Simulated seconds: the longest unpacking and the longest pause. */
const times = { unpackS: 1800, pauseS: 7 * day };

/** An update of the robot, phase by phase (docs/protocol/files.md#software-updates). */
export class Ota {
  readonly #deps: OtaDeps;
  readonly #fetching: Fetching;
  readonly #installing: Installing;
  #record: OtaRecord | undefined;
  readonly #reporter: JobReporter;

  constructor(deps: OtaDeps) {
    this.#deps = deps;
    // Written by this class only.
    this.#record = (deps.disk.read(file) as OtaRecord | null | undefined) ?? undefined;
    this.#fetching = new Fetching(deps, (record) => this.#record === record);
    this.#installing = new Installing(deps, () => this.#save());
    this.#reporter = new JobReporter(deps.publish, deps.now);
  }

  /** Stores a new job. Returns why the robot does not take it. */
  add(params: OtaParams): 'BUSY' | undefined {
    const open = this.#record && !isFinal(this.#record);
    if (open) return this.#record?.params.jobId === params.jobId ? undefined : 'BUSY';
    const { robot, versions } = this.#deps;
    this.#record = newOta(params, 'DOWNLOADABLE');
    const misfit = misfitOf(params, robot.spec.model, versions());
    if (isNewest(params, versions())) this.#enter('NEWEST');
    else if (misfit) this.#fail('BAD_PARAMS');
    else this.#enter('DOWNLOADABLE');
    return undefined;
  }

  /** Whether this is the job that runs, or ran last. */
  has = (jobId: string) => this.#record?.params.jobId === jobId;

  /** Whether it uses the robot's network or disk now. */
  get isRunning(): boolean {
    return this.#record !== undefined && !resting.includes(this.#record.phase) && !isFinal(this.#record);
  }

  /** Resolves when the present work on the disk and the network is done. */
  settled = () => this.#fetching.working;

  /** Pauses a download, at the screen or by `job.pause`. Returns whether the phase allows it. */
  pause(): boolean {
    if (this.#record?.phase !== 'DOWNLOADING' && this.#record?.phase !== 'PAUSED') return false;
    this.#record.pausedBy = 'RESUME';
    this.#enter('PAUSED');
    return true;
  }

  /** Confirms or continues a download, at the screen or by `job.resume`, which may allow mobile data. */
  resume(allowMobileData = false): boolean {
    if (!this.#record || isFinal(this.#record)) return false;
    this.#record.confirmed = true;
    if (allowMobileData) this.#record.params.allowMobileData = true;
    if (this.#record.phase === 'PAUSED') this.#enter('DOWNLOADING');
    return true;
  }

  /** What installs cannot be canceled: it ends in the new or the old software. */
  cancel(): boolean {
    const phase = this.#record?.phase;
    if (!this.#record || isFinal(this.#record) || phase === 'INSTALLING' || phase === 'ROLLBACK')
      return false;
    this.#fail('CANCELED');
    return true;
  }

  tick(seconds: number, connected: boolean) {
    const record = this.#record;
    if (!record || isFinal(record)) return;
    record.inPhaseS += seconds;
    const before = JSON.stringify(record.waits);
    const { phase } = record;
    this.#step(record, connected);
    if (this.#record !== record || record.phase !== phase) return;
    const changed = JSON.stringify(record.waits) !== before;
    this.#reporter.goOn(() => otaReport(record), { changed, moves: phase === 'DOWNLOADING' });
  }

  #step(record: OtaRecord, connected: boolean) {
    const { robot, now } = this.#deps;
    if (record.phase === 'DOWNLOADABLE') this.#offer(record);
    else if (record.phase === 'DOWNLOADING') this.#download(record, connected);
    else if (record.phase === 'PAUSED') this.#stayPaused(record);
    else if (record.phase === 'DOWNLOADED') this.#enter('UNCOMPRESSING');
    else if (record.phase === 'UNCOMPRESSING') this.#unpack(record);
    else if (record.phase === 'UNPACKED') {
      record.waits = installWaits(robot, record.params, now());
      if (record.waits.length === 0) this.#enter('INSTALLING');
    } else if (record.phase === 'INSTALLING') this.#after(this.#installing.step(record, connected));
    else if (record.phase === 'ROLLBACK') this.#after(this.#installing.goBack(record));
  }

  #offer(record: OtaRecord) {
    const { autoInstall, expiresAt } = record.params;
    if (this.#deps.now() >= Date.parse(expiresAt)) return this.#fail('EXPIRED');
    record.waits = autoInstall || record.confirmed ? [] : [{ for: 'CONFIRM' }];
    if (record.waits.length === 0) this.#enter('DOWNLOADING');
  }

  #download(record: OtaRecord, connected: boolean) {
    const barrier = downloadBarrier(this.#deps.robot, record.params, false);
    if (barrier) {
      record.pausedBy = barrier;
      return this.#enter('PAUSED');
    }
    record.waits = connected ? [] : [{ for: 'LINK' }];
    if (!connected) return;
    this.#fetching.step(record, (result) => {
      if (result === 'DONE') return this.#checked(record);
      if (result === 'SIGNATURE') this.#deps.robot.alarms.raise('70103');
      return this.#fail(result);
    });
  }

  /** Downgrades are judged when the keys are known. */
  #checked(record: OtaRecord) {
    const { installed } = this.#deps;
    const minimum = installed.minimumOf(partOf[record.params.manifest.pkgType]);
    const forced = mayForce(record.params, this.#fetching.keys);
    if (isBelowMinimum(record.params, minimum) && !forced) this.#fail('BAD_PARAMS');
    else this.#enter('DOWNLOADED');
  }

  #stayPaused(record: OtaRecord) {
    if (record.inPhaseS >= times.pauseS) return this.#fail('PAUSED_TOO_LONG');
    const { robot } = this.#deps;
    const by = record.pausedBy || 'RESUME';
    const over = by !== 'RESUME' && downloadBarrier(robot, record.params, true) === undefined;
    record.waits = over ? [] : [pausedWait(robot, by)];
    if (over) this.#enter('DOWNLOADING');
  }

  #unpack(record: OtaRecord) {
    if (record.inPhaseS >= times.unpackS) return this.#fail('UNPACK');
    this.#fetching.unpack(record, (isGood) => (isGood ? this.#enter('UNPACKED') : this.#fail('UNPACK')));
  }

  /** What a step of the installation led to; undefined while it goes on. */
  #after(result: InstallResult) {
    if (result === 'ROLLED_BACK') this.#fail('ROLLED_BACK');
    else if (result !== undefined) this.#enter(result);
  }

  #fail(code: string) {
    if (!this.#record) return;
    this.#record.code = code;
    if (code !== 'CANCELED' && code !== 'EXPIRED' && code !== 'ROLLED_BACK' && code !== 'SIGNATURE')
      this.#deps.robot.alarms.raise('70101');
    this.#enter('FAILED');
  }

  #enter(phase: OtaPhase) {
    const record = this.#record;
    if (!record) return;
    record.phase = phase;
    record.inPhaseS = 0;
    record.waits = phase === 'PAUSED' ? [pausedWait(this.#deps.robot, record.pausedBy || 'RESUME')] : [];
    this.#save();
    if (isFinal(record)) this.#fetching.clean(record);
    this.#reporter.report(otaReport(record));
    this.#cutPower(phase);
  }

  /** The mark on the disk prevents a second cut after the restart. */
  #cutPower(phase: OtaPhase) {
    const { powerCut, disk, reboot } = this.#deps;
    if (powerCut !== phase || disk.read(cutFile)) return;
    disk.write(cutFile, { phase });
    reboot();
  }

  #save() {
    this.#deps.disk.write(file, this.#record);
  }
}
