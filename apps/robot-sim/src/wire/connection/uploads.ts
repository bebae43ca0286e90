import { createHash } from 'node:crypto';
import { otaKey } from '@sweepline/contract/robot';
import { z } from 'zod';
import { ask, type ClientTls } from './http.ts';
import { openStreamSocket } from './stream-socket.ts';
import type { OpenStream } from '../../video/streams.ts';
import type { WhipCalls } from '../../video/webrtc-link.ts';
import type { FetchSection } from '../settings/sections.ts';
import type { Upload } from '../messages/reports.ts';

const startedUpload = z.object({
  uploadId: z.string(),
  partSize: z.number(),
  parts: z.array(z.object({ n: z.number(), url: z.string() })),
});
export type StartedUpload = z.infer<typeof startedUpload>;
const completed = z.object({ fileId: z.string(), mapVersion: z.string().optional() });
const config = z.object({
  status: z.string(),
  otaKeys: z.array(otaKey).default([]),
  sshCa: z.array(z.string()).default([]),
});

/** A file that is announced for an upload. */
interface AnnouncedFile {
  kind: string;
  name: string;
  bytes: number;
  sha256: string;
  refId: string;
}

/** An upload in parts, for files that continue after a restart (docs/protocol/files.md#uploads). */
export interface PartUploads {
  begin: (file: AnnouncedFile) => Promise<StartedUpload>;
  /** Returns the ETag of the part. */
  put: (url: string, bytes: Uint8Array) => Promise<string>;
  complete: (uploadId: string, parts: { n: number; etag: string }[]) => Promise<{ fileId: string }>;
}

/** The server answered, but not with success. */
export class ApiFailure extends Error {
  readonly status: number;
  constructor(status: number, call: string) {
    super(`${call}: ${status}`);
    this.status = status;
  }
}

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
    if (answer.status !== 200) throw new ApiFailure(answer.status, `${method} ${path}`);
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
    const { status, bytes } = await this.#get(link, {});
    if (status !== 200) throw new Error(`GET map: ${status}`);
    return bytes;
  };

  /** Reads a range of a file, both ends included. */
  range = async (link: string, from: number, to: number): Promise<Uint8Array> => {
    const { status, bytes } = await this.#get(link, { range: `bytes=${from}-${to}` });
    if (status !== 206) throw new Error(`GET range: ${status}`);
    return bytes;
  };

  /** The keys that the robot trusts for update packages. */
  trustedKeys = async () => config.parse(await this.#call('/config', 'GET')).otaKeys;

  /** The keys of the authorities for shells. */
  shellAuthorities = async () => config.parse(await this.#call('/config', 'GET')).sshCa;

  /** Opens the connection of a camera's stream. */
  openStream: OpenStream = (sessionId, token, events) => {
    const address = `${this.#base}/stream/${sessionId}?token=${encodeURIComponent(token)}`;
    return openStreamSocket(address, { headers: this.#headers, tls: this.#tls }, events);
  };

  /** Opens and ends streams over WebRTC (docs/protocol/video.md#webrtc). */
  readonly whip: WhipCalls = {
    exchange: async (sessionId, token, offer) => {
      const path = `/whip/${sessionId}?token=${encodeURIComponent(token)}`;
      const answer = await ask(`${this.#base}${path}`, {
        method: 'POST',
        headers: { ...this.#headers, 'content-type': 'application/sdp' },
        tls: this.#tls,
        body: offer,
      });
      if (answer.status !== 201) throw new ApiFailure(answer.status, 'POST /whip');
      return answer.bytes.toString();
    },
    end: async (sessionId) => {
      const request = { method: 'DELETE', headers: this.#headers, tls: this.#tls };
      const { status } = await ask(`${this.#base}/whip/${sessionId}`, request);
      if (status !== 204) throw new ApiFailure(status, 'DELETE /whip');
    },
  };

  #get(link: string, headers: Record<string, string>) {
    const address = new URL(link, `${this.#base}/`);
    // Another host must not get the credential.
    const isOwn = address.origin === new URL(this.#base).origin;
    return ask(address, {
      method: 'GET',
      headers: isOwn ? { ...this.#headers, ...headers } : headers,
      tls: isOwn || this.#tls === undefined ? this.#tls : { ...(this.#tls.ca && { ca: this.#tls.ca }) },
    });
  }

  /** The steps of an upload, each repeatable. */
  readonly parts = {
    begin: async (file: AnnouncedFile) => startedUpload.parse(await this.#call('/uploads', 'POST', file)),
    put: async (url: string, bytes: Uint8Array): Promise<string> => {
      const answer = await ask(new URL(url, `${this.#base}/`), {
        method: 'PUT',
        headers: { ...this.#headers, 'content-type': 'application/octet-stream' },
        tls: this.#tls,
        body: bytes,
      });
      if (answer.status !== 200) throw new ApiFailure(answer.status, 'PUT part');
      return answer.etag;
    },
    complete: async (uploadId: string, parts: { n: number; etag: string }[]) =>
      completed.parse(await this.#call(`/uploads/${uploadId}/complete`, 'POST', { parts })),
  } satisfies PartUploads;

  async #uploadFile(kind: string, name: string, content: Uint8Array, refId: string) {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { kind, name, bytes: content.byteLength, sha256, refId };
    const { uploadId, partSize, parts } = await this.parts.begin(file);
    const stored: { n: number; etag: string }[] = [];
    for (const [i, { n, url }] of parts.entries()) {
      const slice = content.subarray(i * partSize, (i + 1) * partSize);
      stored.push({ n, etag: await this.parts.put(url, slice) });
    }
    return await this.parts.complete(uploadId, stored);
  }
}
