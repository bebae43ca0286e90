import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FetchSection } from './sections.ts';
import type { Upload } from './reports.ts';

const begun = z.object({
  uploadId: z.string(),
  partSize: z.number(),
  parts: z.array(z.object({ n: z.number(), url: z.string() })),
});
const completed = z.object({ fileId: z.string() });
const config = z.object({ status: z.string() });

const timeoutMs = 30_000;

/** The device API over HTTPS (1.9), for one robot. */
export class DeviceApi {
  readonly #base: string;
  readonly #authorization: string;

  constructor(server: string, user: string, password: string) {
    this.#base = `${server.replace(/\/$/, '')}/device/v1`;
    this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  async #call(path: string, method: string, body?: unknown) {
    const answer = await fetch(`${this.#base}${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.json() as Promise<unknown>;
  }

  /** What the server makes of this robot: OK, UNBOUND, FROZEN, MOVED or UNKNOWN. */
  status = async () => config.parse(await this.#call('/config', 'GET')).status;

  section: FetchSection = (name, version) => this.#call(`/desired/${name}/${version}`, 'GET');

  /** Parts, one after another, then the word that they are all there. */
  upload: Upload = async (kind, name, bytes, refId) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const size = bytes.byteLength;
    const answer = begun.parse(
      await this.#call('/uploads', 'POST', { kind, name, bytes: size, sha256, refId }),
    );
    const parts: { n: number; etag: string }[] = [];
    for (const [i, { n, url }] of answer.parts.entries()) {
      const slice = bytes.subarray(i * answer.partSize, (i + 1) * answer.partSize);
      parts.push({ n, etag: await this.#put(url, slice) });
    }
    return completed.parse(await this.#call(`/uploads/${answer.uploadId}/complete`, 'POST', { parts }))
      .fileId;
  };

  async #put(url: string, bytes: Uint8Array) {
    const answer = await fetch(new URL(url, `${this.#base}/`), {
      method: 'PUT',
      headers: { authorization: this.#authorization, 'content-type': 'application/octet-stream' },
      // A copy: fetch takes over the buffer it is given, and this may be a view into another one.
      body: new Blob([Uint8Array.from(bytes)]),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`PUT part: ${answer.status}`);
    return answer.headers.get('etag') ?? '';
  }
}
