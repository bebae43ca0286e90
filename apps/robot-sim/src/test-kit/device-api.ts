import { createServer, type IncomingMessage, type Server } from 'node:http';

/** The files and the behaviour of the device API of a test. */
export interface DeviceApiState {
  /** Uploaded files by kind and name. */
  files: Map<string, Buffer>;
  /** Files to download by id. */
  downloads: Map<string, Buffer>;
  partSize: number;
  /** The parts that were uploaded, as `refId n`. */
  parts: string[];
  /** Whether a request for a part or a range fails; called for each. */
  breaks: () => boolean;
}

export const newDeviceApiState = (): DeviceApiState => ({
  files: new Map(),
  downloads: new Map(),
  partSize: 134_217_728,
  parts: [],
  breaks: () => false,
});

interface Announced {
  name: string;
  kind: string;
  refId: string;
  bytes: number;
  parts: Buffer[];
}

const bytesOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Uploads and downloads of the device API (docs/protocol/files.md), in memory. */
export function deviceApi(state: DeviceApiState): Server {
  const uploads = new Map<string, Announced>();
  let mapVersion = 6;
  const begin = (bytes: Buffer) => {
    const announced = JSON.parse(bytes.toString()) as Omit<Announced, 'parts'>;
    const uploadId = `u${uploads.size}`;
    uploads.set(uploadId, { ...announced, parts: [] });
    const count = Math.ceil(announced.bytes / state.partSize);
    const parts = Array.from({ length: count }, (_, i) => ({
      n: i + 1,
      url: `/device/v1/uploads/${uploadId}/parts/${i + 1}`,
    }));
    return { uploadId, partSize: state.partSize, parts, expiresAt: new Date().toISOString() };
  };
  const complete = (id: string) => {
    const { kind, name, parts } = uploads.get(id)!;
    state.files.set(`${kind} ${name}`, Buffer.concat(parts));
    // The server assigns map versions: here the next number.
    return { fileId: `file-${id}`, ...(kind === 'MAP' && { mapVersion: String(++mapVersion) }) };
  };
  return createServer((request, response) => {
    void bytesOf(request).then((bytes) => {
      const answer = (body: object, headers: Record<string, string> = {}) =>
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      const [, , , area, id = '', tail, n = '1'] = (request.url ?? '').split('/');
      const upload = uploads.get(id);
      const moves = area === 'files' || request.method === 'PUT';
      if (moves && state.breaks()) return response.writeHead(500).end();
      if (area === 'files') {
        const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
        const range = state.downloads.get(id)?.subarray(Number(from), Number(to) + 1);
        return range ? response.writeHead(206).end(range) : response.writeHead(404).end();
      }
      if (request.method === 'POST' && !id) return answer(begin(bytes));
      if (request.method === 'PUT' && upload) {
        upload.parts[Number(n) - 1] = bytes;
        state.parts.push(`${upload.refId} ${n}`);
        return answer({}, { etag: `"${id}-${n}"` });
      }
      return answer(tail === 'complete' && upload ? complete(id) : { status: 'OK' });
    });
  });
}
