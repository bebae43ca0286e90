import {
  aiSection,
  maxZippedPictures,
  type AiCollectParams,
  type AiSection,
} from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import { failed, succeeded, type Ending } from '../commands/commands.ts';
import type { Disk } from '../connection/disk.ts';
import { ApiFailure, type PartUploads } from '../connection/uploads.ts';
import { BackOff } from '../jobs/back-off.ts';
import { BackgroundWork } from '../jobs/background-work.ts';
import { JobReporter, type PublishJob } from '../jobs/job-reporter.ts';
import { collectionReport, isOver, newCollection, type CollectionRecord } from './collection-record.ts';
import { barrierOf, maxStored } from './collection-rules.ts';
import { PictureStore } from './picture-store.ts';
import { takePictures } from './take-pictures.ts';

export interface CollectionDeps {
  disk: Disk;
  robot: Robot;
  now: () => number;
  publish: PublishJob;
  uploads: PartUploads | undefined;
  /** A phase, for the robot's log. */
  phase: (record: CollectionRecord) => void;
}

interface Collection {
  record: CollectionRecord;
  store: PictureStore;
  taking: BackgroundWork;
  sending: BackgroundWork;
  backOff: BackOff;
  reporter: JobReporter;
}

const file = 'collections.json';
const sectionFile = 'ai-section.json';
const maxFailures = 5;
const storedEnds = 10;

/** Pictures that the robot takes for people who train models (docs/protocol/ai.md). */
export class Collections {
  readonly #deps: CollectionDeps;
  #collections: Collection[];
  #allowed: AiSection['collections'];

  constructor(deps: CollectionDeps) {
    this.#deps = deps;
    // Both are written by this class only.
    const records = (deps.disk.read(file) as CollectionRecord[] | null | undefined) ?? [];
    this.#allowed = (deps.disk.read(sectionFile) as AiSection | null | undefined)?.collections ?? [];
    this.#collections = records.map((record) => this.#begin(record));
  }

  #begin = (record: CollectionRecord): Collection => ({
    record,
    store: new PictureStore(this.#deps.disk, record.params.jobId),
    taking: new BackgroundWork(),
    sending: new BackgroundWork(),
    backOff: new BackOff(this.#deps.now),
    reporter: new JobReporter(this.#deps.publish, this.#deps.now),
  });

  #find = (jobId: string) => this.#collections.find(({ record }) => record.params.jobId === jobId);
  has = (jobId: string): boolean => this.#find(jobId) !== undefined;

  /** Stores a job; one that it has already is not begun twice. */
  add(params: AiCollectParams): Ending {
    const { robot } = this.#deps;
    if (this.has(params.jobId)) return succeeded();
    if (robot.light || !params.cameras.every((camera) => robot.spec.cameras.includes(camera)))
      return failed('UNSUPPORTED', 'no such camera');
    if (robot.settings['aiCollectAllowed'] !== true) return failed('MODE_FORBIDS', 'switched off');
    const ended = this.#collections.filter(({ record }) => isOver(record)).slice(-storedEnds);
    const open = this.#collections.filter(({ record }) => !isOver(record));
    const collection = this.#begin(newCollection(params));
    this.#collections = [...ended, ...open, collection];
    this.#enter(collection, 'WAITING');
    return succeeded();
  }

  /** The section `ai`: a collection that it named and no longer names is over, and its pictures are deleted. */
  allow(document: unknown): boolean {
    const parsed = aiSection.safeParse(document);
    if (!parsed.success) return false;
    this.#allowed = parsed.data.collections;
    this.#deps.disk.write(sectionFile, parsed.data);
    for (const collection of this.#collections) {
      const { record } = collection;
      const isAllowed = this.#allowed.some(({ jobId }) => jobId === record.params.jobId);
      if (!isOver(record) && record.wasAllowed && !isAllowed) this.#end(collection, 'CANCELED', 'CANCELED');
      record.wasAllowed ||= isAllowed;
    }
    return true;
  }

  pause = (jobId: string): boolean =>
    this.#control(jobId, (collection) => {
      collection.record.paused = true;
      this.#enter(collection, 'PAUSED');
    });

  resume = (jobId: string, allowMobileData: boolean): boolean =>
    this.#control(jobId, (collection) => {
      const { record } = collection;
      record.allowMobileData ||= allowMobileData;
      if (!record.paused) return;
      record.paused = false;
      this.#enter(collection, 'WAITING');
    });

  cancel = (jobId: string): boolean =>
    this.#control(jobId, (collection) => this.#end(collection, 'CANCELED', 'CANCELED'));

  #control(jobId: string, act: (collection: Collection) => void): boolean {
    const collection = this.#find(jobId);
    if (!collection || isOver(collection.record)) return false;
    act(collection);
    return true;
  }

  settled = async (): Promise<void> => {
    await Promise.all(this.#collections.flatMap(({ taking, sending }) => [taking.working, sending.working]));
  };

  tick(seconds: number, connected: boolean) {
    for (const collection of this.#collections) {
      const { record } = collection;
      if (isOver(record) || record.paused) continue;
      const { phase, waits } = record;
      this.#collect(collection, seconds);
      this.#send(collection, connected);
      if (record.phase !== phase) continue;
      const changed = JSON.stringify(record.waits) !== JSON.stringify(waits);
      collection.reporter.goOn(() => collectionReport(record), { changed, moves: phase !== 'WAITING' });
    }
  }

  /** Whether the job has all the pictures that it can get. */
  #isFull({ record: { params, collected } }: Collection): boolean {
    return collected >= params.cap || this.#deps.now() >= Date.parse(params.until);
  }

  #collect(collection: Collection, seconds: number) {
    const { record } = collection;
    const { robot, now } = this.#deps;
    record.dueS -= seconds;
    if (this.#isFull(collection)) {
      if (record.phase !== 'TRANSFERRING') this.#enter(collection, 'TRANSFERRING');
      return;
    }
    const allowed = this.#allowed.find(({ jobId }) => jobId === record.params.jobId);
    record.waits = barrierOf(robot, record, allowed, now());
    if (record.waits.length > 0) {
      if (record.phase === 'COLLECTING') this.#enter(collection, 'WAITING');
      return;
    }
    if (record.phase !== 'COLLECTING') this.#enter(collection, 'COLLECTING');
    if (record.dueS > 0 || record.waiting.length >= maxStored) return;
    record.dueS = 1 / record.params.perSecond;
    collection.taking.run(
      () => record.phase === 'COLLECTING',
      async () => {
        await takePictures(this.#deps, record, collection.store);
        return () => this.#save();
      },
    );
  }

  /** Sends a zip when it is full, and at the end whatever is left. */
  #send(collection: Collection, connected: boolean) {
    const { record, store, backOff } = collection;
    const { uploads, robot } = this.#deps;
    const isFull = this.#isFull(collection);
    if (isFull && record.waiting.length === 0) {
      if (record.sending === 0) this.#end(collection, 'FINISHED', '');
      return;
    }
    const isDue = record.waiting.length >= maxZippedPictures || isFull;
    if (!isDue || !uploads || !backOff.isOver) return;
    const hasWifi = robot.vitals().networkMode === 'WIFI' || robot.power.docked || record.allowMobileData;
    if (isFull) record.waits = !connected ? [{ for: 'LINK' }] : hasWifi ? [] : [{ for: 'MOBILE_DATA' }];
    if (!connected || !hasWifi) return;
    const lines = record.waiting.slice(0, maxZippedPictures);
    collection.sending.run(
      () => !isOver(record),
      async () => {
        record.sending = lines.length;
        try {
          const bytes = await store.send(lines, uploads);
          return () => this.#sent(collection, lines.length, bytes);
        } catch (error) {
          return () => this.#notSent(collection, error);
        }
      },
    );
  }

  #sent({ record, store, backOff }: Collection, count: number, bytes: number) {
    store.remove(record.waiting.slice(0, count));
    record.waiting = record.waiting.slice(count);
    record.uploaded += count;
    record.bytes += bytes;
    record.sending = 0;
    record.failures = 0;
    backOff.begin(1);
    this.#save();
  }

  /** The server says that the job is over, or that it cannot use the zip; anything else is tried again. */
  #notSent(collection: Collection, error: unknown) {
    const { record, backOff } = collection;
    record.sending = 0;
    const status = error instanceof ApiFailure ? error.status : 0;
    if (status === 409 || status === 404) return this.#end(collection, 'CANCELED', 'CANCELED');
    if (status === 422) return this.#end(collection, 'FAILED', 'UPLOAD');
    record.failures += 1;
    if (status > 0 && record.failures >= maxFailures) return this.#end(collection, 'FAILED', 'UPLOAD');
    backOff.begin(record.failures);
    this.#save();
  }

  #end(collection: Collection, phase: CollectionRecord['phase'], code: string) {
    const { record, store } = collection;
    record.code = code;
    record.waiting = [];
    record.sending = 0;
    this.#enter(collection, phase);
    store.clear();
  }

  #enter({ record, reporter }: Collection, phase: CollectionRecord['phase']) {
    record.phase = phase;
    if (phase === 'PAUSED') record.waits = [{ for: 'RESUME' }];
    if (isOver(record)) record.waits = [];
    this.#save();
    this.#deps.phase(record);
    reporter.report(collectionReport(record));
  }

  #save() {
    this.#deps.disk.write(
      file,
      this.#collections.map(({ record }) => record),
    );
  }
}
