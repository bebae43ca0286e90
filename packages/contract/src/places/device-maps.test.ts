import { expect, test } from 'vitest';
import {
  deviceMapAfter,
  deviceMapEvents,
  deviceMapStatuses,
  type DeviceMapEvent,
  type DeviceMapStatus,
} from './device-maps.ts';

/** The table in docs/protocol/maps.md#states-of-a-map; other transitions must not happen. */
const table: [from: readonly DeviceMapStatus[], event: DeviceMapEvent, to: DeviceMapStatus][] = [
  [['NOT_SYNCED', 'SYNC_FAILED', 'DELETED', 'DELETED_ON_DEVICE'], 'UPLOADED_ENABLED', 'ENABLED'],
  [['NOT_SYNCED', 'SYNC_FAILED', 'DELETED', 'DELETED_ON_DEVICE'], 'UPLOADED_DISABLED', 'DISABLED'],
  [['NOT_SYNCED', 'SYNC_FAILED', 'DELETED', 'DELETED_ON_DEVICE'], 'SYNC_STARTED', 'SYNCING'],
  [['ENABLED', 'DISABLED', 'IN_USE'], 'EDITED_ONLINE', 'SYNCING'],
  [['ENABLED', 'DISABLED', 'IN_USE'], 'EDITED_OFFLINE', 'NOT_SYNCED'],
  [['SYNCING'], 'SYNCED', 'ENABLED'],
  [['SYNCING'], 'SYNC_FAILED', 'SYNC_FAILED'],
  [['SYNCING'], 'SYNC_LAPSED', 'NOT_SYNCED'],
  [['ENABLED'], 'USED', 'IN_USE'],
  [['IN_USE'], 'LEFT', 'ENABLED'],
  [['ENABLED'], 'OTHER_ENABLED', 'DISABLED'],
  [['DISABLED'], 'ENABLED', 'ENABLED'],
  [['ENABLED', 'DISABLED', 'NOT_SYNCED', 'SYNC_FAILED', 'DELETED_ON_DEVICE'], 'DELETED', 'DELETED'],
  [['ENABLED', 'DISABLED', 'IN_USE'], 'GONE', 'DELETED_ON_DEVICE'],
];

test.each(deviceMapStatuses.flatMap((status) => deviceMapEvents.map((event) => [status, event] as const)))(
  'a map in status %s changes by %s as the protocol table says',
  (status, event) => {
    const [, , expected] = table.find(([from, by]) => by === event && from.includes(status)) ?? [];
    expect(deviceMapAfter(status, event)).toBe(expected);
  },
);
