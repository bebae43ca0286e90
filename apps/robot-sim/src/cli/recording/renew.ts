import { randomUUID } from 'node:crypto';
import { isUpTopic, type UpTopic } from '@sweepline/contract/robot';
import { newId } from '../../robot/ids.ts';
import type { RecordedMessage } from './recording.ts';

/** Answers to messages of the server that was recorded; another session has no use for them. */
const answers: readonly UpTopic[] = ['xReply', 'xRequest', 'xJob', 'xDriveAck'];
/** Ids that belong to one session. A server takes a message with a known one as a repetition. */
const sessionIds = new Set(['msgId', 'bootId', 'alarmId', 'runId', 'orderId']);
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

export const nameOf = (topic: string): string => topic.split('/')[4] ?? '';

/** The messages of the robot itself that a replay repeats. */
export const isRepeated = ({ topic }: RecordedMessage): boolean => {
  const name = nameOf(topic);
  return isUpTopic(name) && !answers.includes(name);
};

/** New ids for the session ids of a recording. The same id gets the same new one in all its messages. */
export function newIdsFor(messages: readonly RecordedMessage[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { payload } of messages)
    collectIds(jsonOf(payload), (key, id) => {
      if (!ids.has(id)) ids.set(id, key === 'bootId' ? randomUUID() : newId());
    });
  return ids;
}

function collectIds(value: unknown, found: (key: string, id: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (sessionIds.has(key) && typeof part === 'string' && part.match(uuids)?.[0] === part) found(key, part);
    else collectIds(part, found);
  }
}

/** A payload with the new ids, and with its times moved by `shiftMs`. The files of a report stay with the recorded server. */
export function renewed(payload: string, ids: ReadonlyMap<string, string>, shiftMs: number): string {
  const moved = payload
    .replaceAll(uuids, (id) => ids.get(id) ?? id)
    .replaceAll(times, (time) => new Date(Date.parse(time) + shiftMs).toISOString());
  const body = jsonOf(moved);
  if (typeof body !== 'object' || body === null || !('files' in body)) return moved;
  const { files: _, ...rest } = body;
  return JSON.stringify(rest);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
