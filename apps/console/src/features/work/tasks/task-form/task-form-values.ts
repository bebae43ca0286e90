import type {
  finishes,
  MapDetail,
  patterns,
  Sent,
  strategies,
  Task,
  taskCalls,
  ZoneWishes,
} from '@sweepline/contract';
import { cleaningChoicesOf, type Vehicle } from '@sweepline/contract/robot';
import { polygonArea } from '@sweepline/map-core';

/** The values of the form; they become a task once every field is set. */
export interface TaskValues {
  name: string;
  deviceId: string | undefined;
  mapId: string | undefined;
  zoneIds: string[];
  cleaningMode: string | undefined;
  strength: string | undefined;
  repetitions: number | null;
  strategy: (typeof strategies)[number];
  pattern: (typeof patterns)[number];
  finish: (typeof finishes)[number];
  /** By zone; empty where all zones are cleaned alike. */
  zoneWishes?: ZoneWishes;
}
export type Field = keyof TaskValues;
export type Definition = Omit<Sent<typeof taskCalls.create>, 'name'> & { name?: string };

export const blankTask = (preset: Partial<TaskValues>): TaskValues => ({
  name: '',
  deviceId: undefined,
  mapId: undefined,
  zoneIds: [],
  cleaningMode: undefined,
  strength: undefined,
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'CHARGE',
  ...preset,
});

export const valuesOf = (task: Task): TaskValues => ({
  name: task.name,
  deviceId: task.deviceId,
  mapId: task.mapId,
  zoneIds: task.zoneIds,
  cleaningMode: task.cleaningMode,
  strength: task.strength,
  repetitions: task.repetitions,
  strategy: task.strategy,
  pattern: task.pattern,
  finish: task.finish,
  zoneWishes: task.zoneWishes,
});

/** The required fields that are still empty, in the order of the page. A saved task requires a name. */
export function missingFields(values: TaskValues, savesTask: boolean): Field[] {
  const required: [Field, boolean][] = [
    ['name', savesTask && values.name.trim() === ''],
    ['deviceId', !values.deviceId],
    ['mapId', !values.mapId],
    ['zoneIds', values.zoneIds.length === 0],
    ['cleaningMode', !values.cleaningMode],
    ['strength', !values.strength],
    ['repetitions', values.repetitions === null],
  ];
  return required.flatMap(([field, missing]) => (missing ? [field] : []));
}

/** The task in the shape of the calls. Only called once nothing is missing. */
export function definitionOf(values: TaskValues): Definition {
  const {
    name,
    deviceId = '',
    mapId = '',
    cleaningMode = '',
    strength = '',
    repetitions,
    zoneWishes,
    ...rest
  } = values;
  const wishes = Object.entries(zoneWishes ?? {}).filter(([zoneId]) => values.zoneIds.includes(zoneId));
  const trimmed = name.trim();
  return {
    ...rest,
    ...(trimmed && { name: trimmed }),
    ...(wishes.length > 0 && { zoneWishes: Object.fromEntries(wishes) }),
    deviceId,
    mapId,
    cleaningMode,
    strength,
    repetitions: repetitions ?? 1,
  };
}

/**
 * Another device may be on another map and support other modes: unsupported values are cleared, the others stay.
 * A model with one mode needs no choice.
 */
export function withDevice(
  values: TaskValues,
  device: Vehicle & { id: string; mapId: string | null },
): TaskValues {
  const { cleaningModes = [], strengths = [] } = cleaningChoicesOf(device) ?? {};
  const mapId = device.mapId ?? values.mapId;
  return {
    ...values,
    deviceId: device.id,
    mapId,
    zoneIds: mapId === values.mapId ? values.zoneIds : [],
    // The zone settings use the modes of the other model, so they are cleared.
    ...(values.zoneWishes && { zoneWishes: {} }),
    cleaningMode: supportedOr(values.cleaningMode, cleaningModes, cleaningModes[0]),
    strength: supportedOr(values.strength, strengths, strengths[Math.floor(strengths.length / 2)]),
  };
}

const supportedOr = (value: string | undefined, supported: readonly string[], usual: string | undefined) =>
  value !== undefined && supported.includes(value) ? value : usual;

/** Zones that can be cleaned, with their areas. */
export interface CleanZone {
  id: string;
  name: string;
  areaM2: number;
  points: readonly { x: number; y: number }[];
}

export const cleanZonesOf = (map: MapDetail | undefined): CleanZone[] =>
  (map?.elements.zones ?? [])
    .filter(({ type }) => type === 'CLEAN')
    .map(({ id, name, points }) => ({ id, name, points, areaM2: polygonArea(points) }));

/** The selected zones in order; a zone that is no longer on the map is left out. */
export const chosenZones = (zones: readonly CleanZone[], zoneIds: readonly string[]): CleanZone[] =>
  zoneIds.flatMap((id) => zones.find((zone) => zone.id === id) ?? []);

const maxNameLength = 60;

/** The default name of a run. */
export function nameOfAreas(chosen: readonly CleanZone[]): string {
  const name = chosen.map((zone) => zone.name).join(', ');
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}
