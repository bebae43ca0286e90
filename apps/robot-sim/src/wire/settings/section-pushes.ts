import { randomUUID } from 'node:crypto';
import { canonicalJson, type XResponse } from '@sweepline/contract/robot';
import type { Disk } from '../connection/disk.ts';
import type { Upload } from '../messages/reports.ts';

interface Push {
  requestId: string;
  baseVersion: number;
  document: Record<string, unknown>;
  hash: string;
  /** The id of the uploaded document, if it is too long for a message. */
  fileId?: string;
}
interface Deps {
  disk: Disk;
  upload?: Upload | undefined;
  inlineBytes?: number | undefined;
  ask: (body: Record<string, unknown>) => void;
}

/** The same limit as for desired sections of the server. */
const defaultInlineBytes = 16 * 1024;
const file = 'section-pushes.json';
/** Waits before a request is repeated with the same id (docs/protocol/journal.md#requests); then once a minute. */
const repeatAfterMs = [3000, 6000, 12_000] as const;
const laterRepeatMs = 60_000;

/** Settings edited at the robot, saved until the server has answered. */
export class SectionPushes {
  readonly #deps: Deps;
  #waiting: Push[];
  #attempts = 0;
  #nextMs = 0;
  #uploading = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Written by this class only.
    this.#waiting = (deps.disk.read(file) as Push[] | undefined) ?? [];
  }

  /** The hash of the last unanswered push. */
  get hash() {
    return this.#waiting.at(-1)?.hash;
  }

  /** Whether a push with this document is pending. */
  has = (hash: string) => this.#waiting.some((push) => push.hash === hash);

  add(baseVersion: number, document: Record<string, unknown>, hash: string) {
    // A push on this version is already sent, and a second one would conflict. Its answer gives the base of the next push.
    const [first] = this.#waiting;
    if (first?.baseVersion === baseVersion && this.#attempts > 0) return;
    this.copy(baseVersion, document, hash);
  }

  /** Adds a push in any case; it replaces unsent pushes on the same version. */
  copy(baseVersion: number, document: Record<string, unknown>, hash: string) {
    const others = this.#waiting.filter((push) => this.#attempts > 0 || push.baseVersion !== baseVersion);
    this.#waiting = [...others, { requestId: randomUUID(), baseVersion, document, hash }];
    this.#save();
    if (others.length === 0) this.reconnected();
  }

  reconnected() {
    this.#attempts = 0;
    this.#nextMs = 0;
  }

  /** One at a time, the oldest first. */
  tick(nowMs: number) {
    const [first] = this.#waiting;
    if (!first || this.#uploading || nowMs < this.#nextMs) return;
    this.#nextMs = nowMs + (repeatAfterMs[this.#attempts] ?? laterRepeatMs);
    const { upload, inlineBytes = defaultInlineBytes } = this.#deps;
    const bytes = Buffer.from(canonicalJson(first.document));
    if (first.fileId === undefined && upload && bytes.byteLength > inlineBytes)
      return void this.#uploadDocument(first, bytes, upload);
    this.#send(first);
  }

  /** Uploads the document, then sends the request with its file id. A failed upload is retried like a request. */
  async #uploadDocument(push: Push, bytes: Uint8Array, upload: Upload): Promise<void> {
    this.#uploading = true;
    try {
      push.fileId = await upload('FILE', 'settings.json', bytes, 'settings');
      this.#save();
      if (this.#waiting[0] === push) this.#send(push);
    } catch {
      this.#attempts = Math.min(this.#attempts + 1, repeatAfterMs.length);
    } finally {
      this.#uploading = false;
    }
  }

  #send({ requestId, baseVersion, document, fileId }: Push) {
    this.#attempts++;
    const content = fileId === undefined ? { inline: document } : { fileId };
    const params = { section: 'settings', baseVersion, ...content };
    this.#deps.ask({ requestId, type: 'section.push', params });
  }

  /** Removes and returns the answered push; an INTERNAL error of the server is no answer. */
  answered({ requestId, status, code }: XResponse): Push | undefined {
    const answered = this.#waiting.find((push) => push.requestId === requestId);
    if (!answered || (status === 'ERROR' && code === 'INTERNAL')) return undefined;
    this.#waiting = this.#waiting.filter((push) => push !== answered);
    this.#save();
    this.reconnected();
    return answered;
  }

  #save() {
    this.#deps.disk.write(file, this.#waiting);
  }
}
