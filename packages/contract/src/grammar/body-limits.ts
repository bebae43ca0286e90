import type { Call } from './call.ts';

const kilobyte = 1024;
const jsonBytes = 256 * kilobyte;
const publicBytes = 64 * kilobyte;

/** The fields of a multipart body with its boundaries and headers; files come on top. */
export const maxFieldsBytes = 64 * kilobyte;

/** The largest request body of a call, in bytes. The server refuses a larger one while it arrives. */
export function maxBodyBytesOf(
  call: Pick<Call, 'method' | 'kind' | 'allow' | 'maxBodyBytes' | 'maxUploadBytes'>,
): number {
  if (call.method === 'GET') return 0;
  if (call.maxBodyBytes !== undefined) return call.maxBodyBytes;
  if (call.kind === 'multipart') {
    return Object.values(call.maxUploadBytes ?? {}).reduce((sum, bytes) => sum + bytes, maxFieldsBytes);
  }
  return call.allow === 'everyone' ? publicBytes : jsonBytes;
}
