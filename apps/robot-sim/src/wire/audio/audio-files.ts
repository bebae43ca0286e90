import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { audioSection, maxSecondsOf, type AudioItem } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';
import { slotsOf } from '../../robot/body/sounds.ts';
import type { Disk } from '../connection/disk.ts';
import type { AddressRequests } from '../jobs/address-requests.ts';
import { BackOff } from '../jobs/back-off.ts';
import { BackgroundWork } from '../jobs/background-work.ts';
import { FileDownload } from '../jobs/file-download.ts';
import { hashOf } from '../jobs/package-check.ts';
import { bytesOn, type FetchRange } from '../jobs/range-download.ts';
import { secondsOfAudio } from './audio-length.ts';
import { slotReport, wished, type SlotRecord } from './slot-record.ts';

interface AudioFilesDeps {
  disk: Disk;
  robot: Robot;
  now: () => number;
  addresses: AddressRequests;
  fetchRange: FetchRange | undefined;
  /** What the robot says about its slots has changed. */
  changed: () => void;
}

/** The result of the section `audio`: `PENDING` while files are on their way, else a code of a failure or none. */
export type AudioOutcome = { status: 'APPLIED' | 'PENDING' } | { status: 'FAILED'; code: string };

const file = 'audio.json';
/** Failed requests in a row after which a file counts as not to be had. */
const maxFailures = 5;
/** Room for sounds on the disk of a robot. */
const maxBytes = 64 * 1024 * 1024;

/** The files of the section `audio` (docs/protocol/settings.md#audio): fetched by hash and range, kept over a restart. */
export class AudioFiles {
  readonly #deps: AudioFilesDeps;
  readonly #download: FileDownload;
  readonly #work = new BackgroundWork();
  readonly #backOff: BackOff;
  #records: SlotRecord[];
  #failures = 0;
  /** Files whose bytes had another hash once. */
  readonly #wrong = new Set<string>();

  constructor(deps: AudioFilesDeps) {
    this.#deps = deps;
    this.#download = new FileDownload(deps.addresses, deps.fetchRange);
    this.#backOff = new BackOff(deps.now);
    // Written by this class only.
    this.#records = (deps.disk.read(file) as SlotRecord[] | null | undefined) ?? [];
    deps.robot.sounds.files = {
      secondsOf: (slot) => this.#find(slot)?.file?.seconds,
      played: (slot) => this.#count(slot),
    };
  }

  #find = (slot: string) => this.#records.find((record) => record.slot === slot);
  #folder = () => join(this.#deps.disk.folder(), 'audio');
  #path = ({ sha256 }: Pick<AudioItem, 'sha256'>) => join(this.#folder(), sha256);
  #iso = () => new Date(this.#deps.now()).toISOString();

  get reports() {
    return this.#records.map(slotReport);
  }

  /** Takes a document; undefined if it is invalid, so that nothing of it is applied. */
  apply(document: unknown): AudioOutcome | undefined {
    const { robot } = this.#deps;
    const parsed = audioSection.safeParse(document);
    if (!parsed.success) return undefined;
    const { items } = parsed.data;
    const slots = slotsOf(robot);
    const isDouble = new Set(items.map(({ slot }) => slot)).size < items.length;
    if (isDouble || items.some(({ slot }) => !slots.includes(slot))) return undefined;
    const bytes = new Map(items.map((item) => [item.sha256, item.bytes]));
    if ([...bytes.values()].reduce((sum, it) => sum + it, 0) > maxBytes)
      return { status: 'FAILED', code: 'NO_SPACE' };
    this.#records = slots.map((slot) =>
      wished(
        slot,
        this.#find(slot),
        items.find((item) => item.slot === slot),
        this.#iso(),
      ),
    );
    this.#failures = 0;
    this.#wrong.clear();
    if (robot.light) for (const record of this.#syncing()) this.#put(record, 1);
    this.#changed();
    return this.outcome();
  }

  #syncing = () => this.#records.filter(({ status }) => status === 'SYNCING');

  outcome(): AudioOutcome {
    if (this.#syncing().length > 0) return { status: 'PENDING' };
    const failed = this.#records.find(({ status }) => status === 'FAILED');
    return failed ? { status: 'FAILED', code: failed.code } : { status: 'APPLIED' };
  }

  /** The present work on the disk and the network. */
  settled = (): Promise<void> => this.#work.working;

  /** The next piece of the next file. `ended` is called once no file is on its way any more. */
  tick(connected: boolean, ended: () => void) {
    const [next] = this.#syncing();
    const item = next?.wanted;
    if (!connected || !item || !this.#backOff.isOver) return;
    this.#work.run(
      () => this.#syncing().some((record) => record.wanted === item),
      async () => {
        const result = await this.#step(item);
        return result === undefined ? undefined : () => this.#end(item, result, ended);
      },
    );
  }

  /** Seconds of a file that is there, or the code of a failure; undefined while it is on its way. */
  async #step(wanted: AudioItem): Promise<number | string | undefined> {
    const path = this.#path(wanted);
    const part = `${path}.part`;
    mkdirSync(this.#folder(), { recursive: true });
    if (!existsSync(path)) {
      try {
        if ((await this.#download.next(part, wanted.fileId, wanted.bytes)) < wanted.bytes) return undefined;
        this.#failures = 0;
      } catch {
        this.#backOff.begin(++this.#failures);
        return this.#failures >= maxFailures ? 'DOWNLOAD' : undefined;
      }
      this.#download.forget();
      if (bytesOn(part) !== wanted.bytes || (await hashOf(part)) !== wanted.sha256) {
        rmSync(part, { force: true });
        // Once more from the beginning: bytes may break on their way.
        if (this.#wrong.has(wanted.sha256)) return 'HASH';
        this.#wrong.add(wanted.sha256);
        return undefined;
      }
      renameSync(part, path);
    }
    return secondsOfAudio(path, wanted.format) ?? 'AUDIO_FORMAT';
  }

  #end({ sha256 }: AudioItem, result: number | string, ended: () => void) {
    this.#failures = 0;
    this.#download.forget();
    for (const record of this.#syncing().filter(({ wanted }) => wanted?.sha256 === sha256)) {
      if (typeof result === 'number' && result <= maxSecondsOf(record.slot)) this.#put(record, result);
      else this.#fail(record, typeof result === 'string' ? result : 'AUDIO_FORMAT');
    }
    this.#tidy();
    this.#changed();
    if (this.#syncing().length === 0) ended();
  }

  #put(record: SlotRecord, seconds: number) {
    const sha256 = record.wanted?.sha256 ?? '';
    Object.assign(record, {
      file: { sha256, seconds },
      plays: 0,
      at: this.#iso(),
      status: 'APPLIED',
      code: '',
    });
  }

  /** The slot goes on with what it has. */
  #fail(record: SlotRecord, code: string) {
    Object.assign(record, { status: 'FAILED', code });
  }

  /** Deletes files that no slot plays or waits for. */
  #tidy() {
    const used = new Set(this.#records.flatMap(({ file: own, wanted }) => [own?.sha256, wanted?.sha256]));
    for (const name of readdirSync(this.#folder()))
      if (!used.has(name.replace('.part', ''))) rmSync(join(this.#folder(), name), { force: true });
  }

  #count(slot: string) {
    const record = this.#find(slot);
    if (!record) return;
    record.plays += 1;
    this.#changed();
  }

  #changed() {
    this.#deps.disk.write(file, this.#records);
    this.#deps.changed();
  }
}
