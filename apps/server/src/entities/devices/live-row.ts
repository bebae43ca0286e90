import type { DeviceChange } from '@sweepline/contract';
import { getTableColumns } from 'drizzle-orm';
import { deviceLives } from './device-live-table.ts';

const { live: _live, session: _session, revision: _revision, ...rowColumns } = getTableColumns(deviceLives);
/** The live state of a list row. */
export const liveColumns = rowColumns;

/** The list row of a device without any message. */
export const offlineChange: Omit<DeviceChange, 'id'> = {
  state: 'OFFLINE',
  since: null,
  lastSeenAt: null,
  mode: null,
  paused: false,
  soc: null,
  charging: false,
  mapId: null,
  cleanWaterPct: null,
  dirtyWaterPct: null,
  dustBagPct: null,
  networkMode: null,
  cleaningMode: null,
  coverage: null,
  runId: null,
  alarmLevel: 0,
  operatingMode: null,
  relocating: false,
  localized: null,
  faults: [],
};
