import { fileIdHeader, tusPath } from '@sweepline/contract';

interface Stored {
  name: string;
  bytes: number;
  received: number;
}
type Fault = 'network' | 'cut' | number;

/**
 * Replaces `XMLHttpRequest` by a server of the upload protocol that keeps sizes instead of bytes. `faults` are those of the next
 * PATCH requests, in order; `cut` stores half of the body and then breaks the connection.
 */
export function fakeUploads() {
  const uploads = new Map<string, Stored>();
  const faults: Fault[] = [];
  const requests: { method: string; offset: number; bytes: number }[] = [];
  let nextId = 1;

  class FakeRequest extends EventTarget {
    status = 0;
    responseText = '';
    readonly upload = new EventTarget();
    #method = '';
    #url = '';
    readonly #sent: Record<string, string> = {};
    readonly #received: Record<string, string> = {};
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#sent[name] = value;
    }
    getResponseHeader(name: string) {
      return this.#received[name] ?? null;
    }
    abort() {
      this.dispatchEvent(new Event('abort'));
      this.dispatchEvent(new Event('loadend'));
    }
    send(body: Blob | null) {
      queueMicrotask(() => this.#answer(body?.size ?? 0));
    }
    #end(status: number) {
      this.status = status;
      this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'));
      this.dispatchEvent(new Event('loadend'));
    }
    #answer(bytes: number) {
      const offset = Number(this.#sent['upload-offset'] ?? 0);
      requests.push({ method: this.#method, offset, bytes });
      if (this.#method === 'POST') {
        const id = String(nextId++);
        uploads.set(id, {
          name: this.#sent['upload-metadata'] ?? '',
          bytes: Number(this.#sent['upload-length']),
          received: 0,
        });
        this.#received['location'] = `${tusPath}/${id}`;
        this.#received['upload-offset'] = '0';
        return this.#end(201);
      }
      const id = this.#url.slice(tusPath.length + 1);
      const upload = uploads.get(id);
      if (!upload) return this.#end(404);
      if (this.#method === 'DELETE') {
        uploads.delete(id);
        return this.#end(204);
      }
      if (this.#method === 'PATCH') {
        const fault = faults.shift();
        if (fault === 'cut') upload.received += Math.floor(bytes / 2);
        if (fault !== undefined) return this.#end(typeof fault === 'number' ? fault : 0);
        if (offset !== upload.received) return this.#end(409);
        upload.received += bytes;
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: bytes }));
      }
      this.#received['upload-offset'] = String(upload.received);
      if (upload.received === upload.bytes) this.#received[fileIdHeader] = `file-${id}`;
      this.#end(this.#method === 'HEAD' ? 200 : 204);
    }
  }
  // Only what the console uses of the class.
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  return { uploads, faults, requests };
}
