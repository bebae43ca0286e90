import { socketRequest } from '@sweepline/contract';

/** What a browser asks; undefined is nonsense. */
export function requestIn(data: unknown) {
  try {
    return socketRequest.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
