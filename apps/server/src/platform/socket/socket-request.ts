import { socketRequest } from '@sweepline/contract';

/** The request in a browser's message; undefined if it is invalid. */
export function requestIn(data: unknown) {
  try {
    return socketRequest.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
