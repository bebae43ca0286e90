import { randomUUID } from 'node:crypto';
import { canonicalJson, type XResponse } from '@sweepline/contract/robot';
import type { Disk } from '../connection/disk.ts';
import type { Upload } from '../messages/reports.ts';

interface Push {
  requestId: string;
  baseVersion: number;
  document: Record<string, unknown>;
  hash: string;
  /** Once it lies with the server, being too long to be sent along. */
  fileId?: string;
}
interface Deps {
  disk: Disk;
  upload?: Upload | undefined;
  inlineBytes?: number | undefined;
  ask: (body: Record<string, unknown>) => void;
}

/** As the server does with what it wishes (2.1.4). */
const usualInlineBytes = 16 * 1024;
const file = 'section-pushes.json';
/** Asked again under the same id (2.1.6), and then now and then: an edit must not be lost. */
const againAfterMs = [3000, 6000, 12_000] as const;
const seldomMs = 60_000;

/** Settings edited at the robot, on their way to the server. They stay on the disk until it has answered. */
export class SectionPushes {
  readonly #deps: Deps;
  #waiting: Push[];
  #asked = 0;
  #nextMs = 0;
  #bringing = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Written by this class only.
    this.#waiting = (deps.disk.read(file) as Push[] | undefined) ?? [];
  }

  /** Of the last one that nobody answered yet. */
  get hash() {
    return this.#waiting.at(-1)?.hash;
  }

  /** Whether this document is on its way. */
  has = (hash: string) => this.#waiting.some((it) => it.hash === hash);

  add(baseVersion: number, document: Record<string, unknown>, hash: string) {
    // On top of one that was asked already, its answer says what it stands on; two on one version would be rivals.
    const [first] = this.#waiting;
    if (first?.baseVersion === baseVersion && this.#asked > 0) return;
    this.copy(baseVersion, document, hash);
  }

  /** Sent whatever else is under way: what it was made of gives way. */
  copy(baseVersion: number, document: Record<string, unknown>, hash: string) {
    const others = this.#waiting.filter((it) => this.#asked > 0 || it.baseVersion !== baseVersion);
    this.#waiting = [...others, { requestId: randomUUID(), baseVersion, document, hash }];
    this.#keep();
    if (others.length === 0) this.reconnected();
  }

  reconnected() {
    this.#asked = 0;
    this.#nextMs = 0;
  }

  /** One at a time, the oldest first. */
  tick(nowMs: number) {
    const [first] = this.#waiting;
    if (!first || this.#bringing || nowMs < this.#nextMs) return;
    this.#nextMs = nowMs + (againAfterMs[this.#asked] ?? seldomMs);
    const { upload, inlineBytes = usualInlineBytes } = this.#deps;
    const bytes = Buffer.from(canonicalJson(first.document));
    if (first.fileId === undefined && upload && bytes.byteLength > inlineBytes)
      return void this.#bring(first, bytes, upload);
    this.#say(first);
  }

  /** The file first, then the word that names it. What cannot be brought now is tried again when it would be asked again. */
  async #bring(push: Push, bytes: Uint8Array, upload: Upload): Promise<void> {
    this.#bringing = true;
    try {
      push.fileId = await upload('FILE', 'settings.json', bytes, 'settings');
      this.#keep();
      if (this.#waiting[0] === push) this.#say(push);
    } catch {
      this.#asked = Math.min(this.#asked + 1, againAfterMs.length);
    } finally {
      this.#bringing = false;
    }
  }

  #say({ requestId, baseVersion, document, fileId }: Push) {
    this.#asked++;
    const content = fileId === undefined ? { inline: document } : { fileId };
    const params = { section: 'settings', baseVersion, ...content };
    this.#deps.ask({ requestId, type: 'section.push', params });
  }

  /** The push this answers, which then is over; a fault of the server's own is no answer. */
  answered({ requestId, status, code }: XResponse): Push | undefined {
    const answered = this.#waiting.find((it) => it.requestId === requestId);
    if (!answered || (status === 'ERROR' && code === 'INTERNAL')) return undefined;
    this.#waiting = this.#waiting.filter((it) => it !== answered);
    this.#keep();
    this.reconnected();
    return answered;
  }

  #keep() {
    this.#deps.disk.write(file, this.#waiting);
  }
}
