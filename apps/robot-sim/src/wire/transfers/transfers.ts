import type { JobKind, TransferPhase } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import type { Disk } from '../connection/disk.ts';
import { BackOff } from '../jobs/back-off.ts';
import { BackgroundWork } from '../jobs/background-work.ts';
import { JobReporter, type PublishJob } from '../jobs/job-reporter.ts';
import { waitsForWifi } from '../jobs/mobile-data.ts';
import type { Mover } from './mover.ts';
import {
  isActive,
  isOver,
  newTransfer,
  transferReport,
  type TransferOrder,
  type TransferRecord,
} from './transfer-record.ts';

interface TransferDeps {
  disk: Disk;
  robot: Robot;
  now: () => number;
  publish: PublishJob;
  movers: Record<Extract<JobKind, 'LOG_PULL' | 'FILE_PULL' | 'FILE_PUSH'>, Mover>;
  /** Jobs of other kinds that run now. */
  otherJobs: () => number;
  /** A phase, for the robot's log. */
  phase: (record: TransferRecord) => void;
}

/** A transfer and what lives no longer than this boot. */
interface Transfer {
  record: TransferRecord;
  work: BackgroundWork;
  backOff: BackOff;
  reporter: JobReporter;
}

const file = 'transfers.json';
const maxJobs = 3;
const maxFailures = 5;
/** Simulated seconds. */
const longestPauseS = 7 * 86_400;
const storedEnds = 20;

/** Logs and files that go to the server, and files that come from it (docs/protocol/files.md#logs-and-files). */
export class Transfers {
  readonly #deps: TransferDeps;
  #transfers: Transfer[];

  constructor(deps: TransferDeps) {
    this.#deps = deps;
    // Written by this class only.
    const records = (deps.disk.read(file) as TransferRecord[] | null | undefined) ?? [];
    this.#transfers = records.map((record) => this.#start(record));
  }

  #start(record: TransferRecord): Transfer {
    const { publish, now } = this.#deps;
    const reporter = new JobReporter(publish, now);
    return { record, work: new BackgroundWork(), backOff: new BackOff(now), reporter };
  }

  /** Stores a new job; one that it has already is not begun twice. */
  add(order: TransferOrder) {
    if (this.has(order.params.jobId)) return;
    const ended = this.#transfers.filter(({ record }) => isOver(record)).slice(-storedEnds);
    const open = this.#transfers.filter(({ record }) => !isOver(record));
    const transfer = this.#start(newTransfer(order));
    this.#transfers = [...ended, ...open, transfer];
    this.#enter(transfer, 'WAITING');
  }

  has = (jobId: string): boolean => this.#find(jobId) !== undefined;

  #find = (jobId: string) => this.#transfers.find(({ record }) => record.params.jobId === jobId);

  /** Resolves when the present work on the disk and the network is done. */
  settled = async (): Promise<void> => {
    await Promise.all(this.#transfers.map(({ work }) => work.working));
  };

  pause(jobId: string): boolean {
    const transfer = this.#find(jobId);
    if (!transfer || isOver(transfer.record) || transfer.record.phase === 'VERIFYING') return false;
    transfer.record.pausedBy = 'RESUME';
    this.#enter(transfer, 'PAUSED');
    return true;
  }

  /** Continues a paused job; a person may allow mobile data with it. */
  resume(jobId: string, allowMobileData: boolean): boolean {
    const transfer = this.#find(jobId);
    if (!transfer || isOver(transfer.record)) return false;
    if (allowMobileData) transfer.record.allowMobileData = true;
    if (transfer.record.phase === 'PAUSED') this.#goOn(transfer);
    return true;
  }

  cancel(jobId: string): boolean {
    const transfer = this.#find(jobId);
    if (!transfer || isOver(transfer.record)) return false;
    this.#end(transfer, 'CANCELED', 'CANCELED');
    return true;
  }

  tick(seconds: number, connected: boolean) {
    for (const transfer of this.#transfers) {
      const { record } = transfer;
      if (isOver(record)) continue;
      record.inPhaseS += seconds;
      const { phase, waits } = record;
      this.#step(transfer, connected);
      if (record.phase !== phase) continue;
      const changed = JSON.stringify(record.waits) !== JSON.stringify(waits);
      transfer.reporter.goOn(() => transferReport(record), { changed, moves: phase === 'TRANSFERRING' });
    }
  }

  #step(transfer: Transfer, connected: boolean) {
    const { phase } = transfer.record;
    if (phase === 'WAITING') this.#goOn(transfer);
    else if (phase === 'PACKING') this.#prepare(transfer);
    else if (phase === 'TRANSFERRING') this.#transfer(transfer, connected);
    else if (phase === 'VERIFYING') this.#verify(transfer, connected);
    else this.#stayPaused(transfer);
  }

  /** One job of a kind runs, and three in all; the first that was given goes first. */
  #mayRun({ record }: Transfer): boolean {
    const running = this.#transfers.filter((other) => isActive(other.record));
    if (running.length + this.#deps.otherJobs() >= maxJobs) return false;
    if (running.some((other) => other.record.kind === record.kind)) return false;
    const first = this.#transfers.find(
      (other) => other.record.kind === record.kind && other.record.phase === 'WAITING',
    );
    return first === undefined || first.record === record || record.phase === 'PAUSED';
  }

  #goOn(transfer: Transfer) {
    const { record } = transfer;
    if (this.#mayRun(transfer)) {
      const packs = record.kind === 'LOG_PULL' && !record.packed;
      this.#enter(transfer, packs ? 'PACKING' : 'TRANSFERRING');
    } else {
      if (record.phase !== 'WAITING') this.#enter(transfer, 'WAITING');
      record.waits = [{ for: 'OTHER_JOB' }];
    }
  }

  /** Brings the file to the disk; a log is packed, a file copied. */
  #prepare(transfer: Transfer) {
    const { record } = transfer;
    this.#run(transfer, async () => {
      const fault = await this.#mover(record).prepare(record);
      if (fault) return () => this.#fail(transfer, fault);
      return () => (record.phase === 'PACKING' ? this.#enter(transfer, 'TRANSFERRING') : this.#save());
    });
  }

  #transfer(transfer: Transfer, connected: boolean) {
    const { record } = transfer;
    if (!record.packed) return this.#prepare(transfer);
    if (waitsForWifi(this.#deps.robot, record.bytesTotal, record.allowMobileData)) {
      record.pausedBy = 'MOBILE_DATA';
      return this.#enter(transfer, 'PAUSED');
    }
    if (!this.#isLinked(transfer, connected)) return;
    this.#run(transfer, async () => {
      const isComplete = await this.#mover(record).move(record);
      record.failures = 0;
      return () => (isComplete ? this.#enter(transfer, 'VERIFYING') : this.#save());
    });
  }

  #verify(transfer: Transfer, connected: boolean) {
    const { record } = transfer;
    if (!this.#isLinked(transfer, connected)) return;
    this.#run(transfer, async () => {
      const fault = await this.#mover(record).verify(record);
      return () => (fault ? this.#fail(transfer, fault) : this.#end(transfer, 'FINISHED', ''));
    });
  }

  #isLinked({ record, backOff }: Transfer, connected: boolean): boolean {
    record.waits = connected ? [] : [{ for: 'LINK' }];
    return connected && backOff.isOver;
  }

  #stayPaused(transfer: Transfer) {
    const { record } = transfer;
    if (record.inPhaseS >= longestPauseS) return this.#fail(transfer, 'PAUSED_TOO_LONG');
    const isFree = !waitsForWifi(this.#deps.robot, record.bytesTotal, record.allowMobileData);
    if (record.pausedBy === 'MOBILE_DATA' && isFree) this.#goOn(transfer);
  }

  #mover = ({ kind }: TransferRecord): Mover => this.#deps.movers[kind];

  /** Work that failed is tried again after a pause, five times for each part. */
  #run(transfer: Transfer, work: () => Promise<() => void>) {
    const { record, backOff } = transfer;
    const { phase } = record;
    transfer.work.run(
      () => record.phase === phase,
      () =>
        work().catch(() => {
          backOff.begin(++record.failures);
          const { failure } = this.#mover(record);
          return record.failures >= maxFailures ? () => this.#fail(transfer, failure) : () => this.#save();
        }),
    );
  }

  #fail(transfer: Transfer, code: string) {
    this.#end(transfer, 'FAILED', code);
  }

  #end(transfer: Transfer, phase: TransferPhase, code: string) {
    transfer.record.code = code;
    this.#enter(transfer, phase);
    this.#mover(transfer.record).clean(transfer.record);
  }

  #enter({ record, reporter }: Transfer, phase: TransferPhase) {
    record.phase = phase;
    record.inPhaseS = 0;
    record.waits = phase === 'PAUSED' ? [{ for: record.pausedBy || 'RESUME' }] : [];
    this.#save();
    this.#deps.phase(record);
    reporter.report(transferReport(record));
  }

  #save() {
    this.#deps.disk.write(
      file,
      this.#transfers.map(({ record }) => record),
    );
  }
}
