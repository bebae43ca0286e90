import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { connectionStates, liveFault, type DeviceLive } from './device-live.ts';

/** The live state of a list row; pushed on every change. */
export const deviceChange = z.object({
  id: z.string(),
  state: z.enum(connectionStates),
  since: moment.nullable(),
  lastSeenAt: moment.nullable(),
  mode: z.string().nullable(),
  paused: z.boolean(),
  soc: z.number().nullable(),
  charging: z.boolean(),
  mapId: z.string().nullable(),
  cleanWaterPct: z.number().nullable(),
  dirtyWaterPct: z.number().nullable(),
  dustBagPct: z.number().nullable(),
  networkMode: z.string().nullable(),
  cleaningMode: z.string().nullable(),
  coverage: z.number().nullable(),
  runId: z.string().nullable(),
  /** Highest level of an open alarm, 0 for none. */
  alarmLevel: z.number().int(),
  // A server of the version before sends none of these.
  operatingMode: z.string().nullable().default(null),
  relocating: z.boolean().default(false),
  /** Whether it knows where it stands on its map; null if it never told. */
  localized: z.boolean().nullable().default(null),
  faults: z.array(liveFault).default([]),
});
export type DeviceChange = z.infer<typeof deviceChange>;

/** The part of a live state that decides what a robot may begin. */
export const actLive = deviceChange.pick({
  state: true,
  mode: true,
  operatingMode: true,
  relocating: true,
  localized: true,
  mapId: true,
  soc: true,
  charging: true,
  runId: true,
  faults: true,
});
export type ActLive = z.infer<typeof actLive>;

/** The part of a live state that lists show. */
export const deviceChangeOf = (live: DeviceLive, alarmLevel: number): DeviceChange => ({
  id: live.deviceId,
  state: live.connection.state,
  since: live.connection.since,
  lastSeenAt: live.connection.lastSeenAt,
  mode: live.mode?.value.mode ?? null,
  paused: live.mode?.value.paused ?? false,
  soc: live.battery?.value.soc ?? null,
  charging: live.battery?.value.charging ?? false,
  mapId: live.position?.value.mapId ?? null,
  cleanWaterPct: live.tanks?.value.cleanWaterPct ?? null,
  dirtyWaterPct: live.tanks?.value.dirtyWaterPct ?? null,
  dustBagPct: live.tanks?.value.dustBagPct ?? null,
  networkMode: live.network?.value.mode ?? null,
  cleaningMode: live.cleaning?.value.cleaningMode ?? null,
  coverage: live.run?.value.coverage ?? null,
  runId: live.run?.value.runId ?? null,
  alarmLevel,
  operatingMode: live.operatingMode ?? null,
  relocating: (live.mode?.value.relocating ?? false) || Boolean(live.relocationEndsAt),
  localized: live.position?.value.localized ?? null,
  faults: live.faults ?? [],
});
