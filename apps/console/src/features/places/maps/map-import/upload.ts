import type { Call, Output, Sent } from '@sweepline/contract';
import { dataOf, send, TransportError } from '../../../../kit/api/api.ts';
import { bodyOf, headersOf } from '../../../../kit/api/request.ts';

/** Below this size a progress bar would only flicker. */
const largeBytes = 2 * 1024 * 1024;
const maxMs = 15 * 60_000;

interface Options {
  signal?: AbortSignal;
  /** 0–1 during the upload; 1 while the server processes the files. */
  onProgress?: (share: number) => void;
}

/** A multipart call for large files: it reports progress and has no deadline while the files are uploaded. */
export async function upload<C extends Call>(
  call: C,
  input: Sent<C>,
  files: Record<string, File>,
  { signal, onProgress }: Options = {},
): Promise<Output<C>> {
  const bytes = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  if (bytes < largeBytes) return send(call, input, { files, quiet: true, ...(signal && { signal }) });
  return dataOf<Output<C>>(
    await post(`/api/${call.path}`, headersOf(call), bodyOf(call, input, files), { signal, onProgress }),
  );
}

/** `fetch` does not report upload progress, XMLHttpRequest does. */
function post(
  address: string,
  headers: Record<string, string>,
  body: XMLHttpRequestBodyInit,
  { signal, onProgress }: { signal: AbortSignal | undefined; onProgress: Options['onProgress'] },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.timeout = maxMs;
    Object.entries(headers).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TransportError('network'));
    request.ontimeout = () => reject(new TransportError('timeout'));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
