import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ask, type ClientTls } from './http.ts';
import type { FetchSection } from '../settings/sections.ts';
import type { Upload } from '../messages/reports.ts';

const startedUpload = z.object({
  uploadId: z.string(),
  partSize: z.number(),
  parts: z.array(z.object({ n: z.number(), url: z.string() })),
});
const completed = z.object({ fileId: z.string(), mapVersion: z.string().optional() });
const config = z.object({ status: z.string() });

/** The credential of a caller: a password, or a client certificate. */
export interface ApiCaller {
  user: string;
  password: string | undefined;
  tls?: ClientTls | undefined;
}

/** A client of the device API for one robot (docs/protocol/files.md#device-api). */
export class DeviceApi {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #tls: ClientTls | undefined;

  constructor(server: string, { user, password, tls }: ApiCaller) {
    this.#base = `${server.replace(/\/$/, '')}/device/v1`;
    const basicToken = Buffer.from(`${user}:${password ?? ''}`).toString('base64');
    this.#headers = password === undefined ? {} : { authorization: `Basic ${basicToken}` };
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

  /** The robot's status at the server: OK, UNBOUND, FROZEN, MOVED or UNKNOWN. */
  status = async () => config.parse(await this.#call('/config', 'GET')).status;

  section: FetchSection = (name, version) => this.#call(`/desired/${name}/${version}`, 'GET');

  /** Uploads the parts in order, then completes the upload. Returns the file id. */
  upload: Upload = async (kind, name, bytes, refId) =>
    (await this.#uploadFile(kind, name, bytes, refId)).fileId;

  /** Uploads an edited map. Returns the version that the server assigned. */
  uploadMap = async (name: string, bytes: Uint8Array, refId: string): Promise<string> => {
    const { mapVersion } = await this.#uploadFile('MAP', name, bytes, refId);
    if (mapVersion === undefined) throw new Error('a map without a version');
    return mapVersion;
  };

  /** Downloads a file from the server's link, a complete address or a path of the server. It is signed. */
  download = async (link: string): Promise<Uint8Array> => {
    const address = new URL(link, `${this.#base}/`);
    // Another host must not get the credential.
    const isOwn = address.origin === new URL(this.#base).origin;
    const { status, bytes } = await ask(address, {
      method: 'GET',
      ...(isOwn && { headers: this.#headers }),
      tls: isOwn || this.#tls === undefined ? this.#tls : { ...(this.#tls.ca && { ca: this.#tls.ca }) },
    });
    if (status !== 200) throw new Error(`GET map: ${status}`);
    return bytes;
  };

  async #uploadFile(kind: string, name: string, bytes: Uint8Array, refId: string) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const size = bytes.byteLength;
    const answer = startedUpload.parse(
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
