import { randomUUID } from 'node:crypto';
import type { XResponse } from '@sweepline/contract/robot';

const timeoutMs = 20_000;

/** Asks the server for addresses of files (docs/protocol/journal.md#requests). */
export class AddressRequests {
  readonly #ask: (body: Record<string, unknown>) => void;
  readonly #open = new Map<string, (response: XResponse) => void>();

  constructor(ask: (body: Record<string, unknown>) => void) {
    this.#ask = ask;
  }

  /** The address of a file. Rejects when the server refuses it or does not answer. */
  addressOf(fileId: string): Promise<string> {
    const requestId = randomUUID();
    const answer = Promise.withResolvers<string>();
    const timer = setTimeout(() => answer.reject(new Error('no answer')), timeoutMs);
    timer.unref();
    this.#open.set(requestId, ({ status, code, result }) => {
      const url = result?.['url'];
      if (status === 'OK' && typeof url === 'string') answer.resolve(url);
      else answer.reject(new Error(code ?? 'refused'));
    });
    this.#ask({ requestId, type: 'download.url', params: { fileId } });
    return answer.promise.finally(() => {
      clearTimeout(timer);
      this.#open.delete(requestId);
    });
  }

  /** Whether this response was for an address. */
  answered(response: XResponse): boolean {
    const waiting = this.#open.get(response.requestId);
    waiting?.(response);
    return waiting !== undefined;
  }
}
