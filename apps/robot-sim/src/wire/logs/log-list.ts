import { maxLogListEntries, type LogListParams, type LogListResult } from '@sweepline/contract/robot';
import type { RobotLog } from './robot-log.ts';

/** The answer has to fit into one message. */
const maxPathsLength = 30_000;

/** One page of files, ordered by path; the cursor is the last path of the page. */
export function logList(log: RobotLog, { dir, from, to, cursor }: LogListParams): LogListResult {
  const [fromMs, toMs] = [from ? Date.parse(from) : 0, to ? Date.parse(to) : Infinity];
  const files = log
    .list(dir)
    .filter(({ path, mtimeMs }) => mtimeMs >= fromMs && mtimeMs <= toMs && (!cursor || path > cursor))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const page: LogListResult['files'] = [];
  let length = 0;
  for (const { path, bytes, mtimeMs } of files.slice(0, maxLogListEntries)) {
    length += path.length;
    if (length > maxPathsLength) break;
    page.push({ path, bytes, mtime: new Date(mtimeMs).toISOString() });
  }
  return { files: page, cursor: page.length < files.length ? (page.at(-1)?.path ?? null) : null };
}
