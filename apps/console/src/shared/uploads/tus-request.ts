import { fileIdHeader, langHeader, tusVersion, type Envelope } from '@sweepline/contract';
import { CallError, TransportError } from '../../kit/api/api.ts';
import { currentLang } from '../../kit/format/lang.ts';

/** What the server says about an upload. */
export interface TusAnswer {
  status: number;
  /** Bytes that the server has. */
  offset: number;
  /** The address of a new upload. */
  location: string;
  /** The stored file, once the upload is complete. */
  fileId: string | null;
}

interface TusRequest {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  url: string;
  /** The token of the session that began the upload: a later session in this tab may be of another account. */
  token: string;
  headers?: Record<string, string>;
  body?: Blob;
  /** Called with the bytes of the body that have left this machine. */
  onProgress?: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * One request of the upload protocol. It is sent by `XMLHttpRequest`, because `fetch` does not report how much of a body has been
 * sent. Throws a `CallError` for a refusal with a reason and a `TransportError` for any other failure.
 */
export function tusRequest({ method, url, token, headers, body, onProgress, signal }: TusRequest) {
  return new Promise<TusAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    const all = {
      authorization: token,
      lang: langHeader[currentLang()],
      'tus-resumable': tusVersion,
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    if (onProgress) request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(answerOf(request));
      else reject(failureOf(request));
    });
    request.addEventListener('error', () => reject(new TransportError('network')));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(new DOMException('', 'AbortError'));
    request.send(body ?? null);
  });
}

const answerOf = (request: XMLHttpRequest): TusAnswer => ({
  status: request.status,
  offset: Number(request.getResponseHeader('upload-offset') ?? 0),
  location: request.getResponseHeader('location') ?? '',
  fileId: request.getResponseHeader(fileIdHeader),
});

/** The reason of a refusal. The answer to HEAD has no body. */
class RefusedUpload extends CallError {
  readonly status: number;
  constructor(status: number, code: number, message: string, requestId: string) {
    super(code, message, requestId);
    this.status = status;
  }
}

function failureOf({ status, responseText }: XMLHttpRequest): Error {
  const { code, msg = '', requestId = '' } = envelopeOf(responseText);
  return code === undefined
    ? new TransportError('status', status)
    : new RefusedUpload(status, code, msg, requestId);
}

function envelopeOf(text: string): Partial<Envelope<unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Envelope<unknown>>;
  } catch {
    return {};
  }
}

/** The HTTP status of a failed request; 0 when none arrived. */
export const statusOf = (error: unknown): number =>
  error instanceof RefusedUpload || error instanceof TransportError ? error.status : 0;
