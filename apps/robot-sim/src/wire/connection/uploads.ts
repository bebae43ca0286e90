import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ask, type ClientTls } from './http.ts';
import type { FetchSection } from '../settings/sections.ts';
import type { Upload } from '../messages/reports.ts';

const begun = z.object({
  uploadId: z.string(),
  partSize: z.number(),
  parts: z.array(z.object({ n: z.number(), url: z.string() })),
});
const completed = z.object({ fileId: z.string(), mapVersion: z.string().optional() });
const config = z.object({ status: z.string() });

/** Who calls: by a password, or by the certificate of its line. */
export interface ApiCaller {
  user: string;
  password: string | undefined;
  tls?: ClientTls | undefined;
}

/** The device API over HTTPS (1.9), for one robot. */
export class DeviceApi {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #tls: ClientTls | undefined;

  constructor(server: string, { user, password, tls }: ApiCaller) {
    this.#base = `${server.replace(/\/$/, '')}/device/v1`;
    const words = Buffer.from(`${user}:${password ?? ''}`).toString('base64');
    this.#headers = password === undefined ? {} : { authorization: `Basic ${words}` };
    this.#tls = tls;
  }

  async #call(path: string, method: string, body?: unknown) {
    const answer = await ask(`${this.#base}${path}`, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      tls: this.#tls,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.body;
  }

  /** What the server makes of this robot: OK, UNBOUND, FROZEN, MOVED or UNKNOWN. */
  status = async () => config.parse(await this.#call('/config', 'GET')).status;

  section: FetchSection = (name, version) => this.#call(`/desired/${name}/${version}`, 'GET');

  /** Parts, one after another, then the word that they are all there. */
  upload: Upload = async (kind, name, bytes, refId) => (await this.#bring(kind, name, bytes, refId)).fileId;

  /** A map edited here; answers the version it got (2.12). */
  uploadMap = async (name: string, bytes: Uint8Array, refId: string): Promise<string> => {
    const { mapVersion } = await this.#bring('MAP', name, bytes, refId);
    if (mapVersion === undefined) throw new Error('a map without a version');
    return mapVersion;
  };

  /** A file under the address the server gave for it. */
  download = async (link: string): Promise<Uint8Array> => {
    const { status, bytes } = await ask(new URL(link, `${this.#base}/`), {
      ...{ method: 'GET', headers: this.#headers, tls: this.#tls },
    });
    if (status !== 200) throw new Error(`GET map: ${status}`);
    return bytes;
  };

  async #bring(kind: string, name: string, bytes: Uint8Array, refId: string) {
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
    return completed.parse(await this.#call(`/uploads/${answer.uploadId}/complete`, 'POST', { parts }));
  }

  async #put(url: string, bytes: Uint8Array) {
    const answer = await ask(new URL(url, `${this.#base}/`), {
      method: 'PUT',
      headers: { ...this.#headers, 'content-type': 'application/octet-stream' },
      tls: this.#tls,
      body: bytes,
    });
    if (answer.status !== 200) throw new Error(`PUT part: ${answer.status}`);
    return answer.etag;
  }
}
