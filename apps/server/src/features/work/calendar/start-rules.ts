import { createHash } from 'node:crypto';

/**
 * The run id of an occurrence: a UUIDv5 of the schedule and the minute in UTC. Server and robot compute the same id
 * without contact, so one start is one run. See docs/protocol/orders.md#scheduled-runs.
 */
export function runIdOf(scheduleId: string, dueMs: number): string {
  const minute = `${new Date(dueMs).toISOString().slice(0, 16)}Z`;
  const hash = createHash('sha1')
    .update(Buffer.from(scheduleId.replaceAll('-', ''), 'hex'))
    .update(minute)
    .digest()
    .subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
