import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** The client certificate and the trusted authority of a robot, as PEM. */
export interface ClientTls {
  /** The authority that signed the server's certificate; undefined means the system's authorities. */
  ca?: string;
  cert?: string;
  key?: string;
}

export interface Ask {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  tls?: ClientTls | undefined;
}

const timeoutMs = 30_000;

export interface Answer {
  status: number;
  etag: string;
  body: unknown;
  bytes: Buffer;
}

/** One HTTP call, with a client certificate if set; `fetch` does not support one. Throws when no answer arrives. */
export function ask(address: string | URL, { method, headers = {}, body, tls = {} }: Ask): Promise<Answer> {
  const url = new URL(address);
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const options = {
    method,
    headers: { ...headers, ...(content && { 'content-length': String(content.byteLength) }) },
    signal: AbortSignal.timeout(timeoutMs),
  };
  return new Promise((done, fail) => {
    const request =
      url.protocol === 'https:' ? httpsRequest(url, { ...options, ...tls }) : httpRequest(url, options);
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode = 0, headers: responseHeaders } = response;
        done({ status: statusCode, etag: responseHeaders.etag ?? '', bytes, body: jsonIn(bytes) });
      });
    });
    request.end(content);
  });
}

function jsonIn(bytes: Buffer): unknown {
  // A body that does not start like JSON is a file and is not parsed.
  if (bytes[0] !== 0x7b && bytes[0] !== 0x5b) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
