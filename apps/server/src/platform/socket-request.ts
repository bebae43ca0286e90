import { socketRequest } from '@sweepline/contract';

/** The longest names the records of a page. */
export const mostRequestBytes = 24 * 1_024;

/** What a browser asks; undefined is nonsense. */
export function requestIn(data: unknown) {
  const text = String(data);
  if (text.length > mostRequestBytes) return undefined;
  try {
    return socketRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
