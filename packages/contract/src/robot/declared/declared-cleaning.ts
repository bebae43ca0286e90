import { can, type Vehicle } from './capabilities.ts';
import type { Named } from './declaration.ts';
import { cleaningModes, modelOf } from '../models.ts';

/** How a device cleans. */
export interface Cleaning {
  toolWidthM: number;
  /** Along the robot, forward positive. */
  toolOffsetM: number;
  bodyWidthM: number;
  /** Null if it is not declared. */
  maxSpeedMps: number | null;
  /** Whether the width of its tool is unknown and taken to be that of its body. */
  isAssumed: boolean;
  /** m²/h, as the robot says. */
  areaPerHour: number | null;
  modes: readonly Named[];
  /** Weakest first. */
  strengths: readonly Named[];
}

/** For a robot that says nothing of itself. */
const fallbackWidthM = 0.5;

const unnamed = (keys: readonly string[]): Named[] => keys.map((key) => ({ key, name: {} }));
/** For a robot that declares neither modes nor strengths. */
const anyModes = unnamed(cleaningModes.filter((mode) => mode !== 'NONE'));
const anyStrengths = unnamed(['LOW', 'MEDIUM', 'HIGH']);
const orElse = (own: readonly Named[] | undefined, defaults: readonly Named[]) =>
  own && own.length > 0 ? own : defaults;

/**
 * How a device cleans: what it declares, else what its model has, else what follows from the body in its factsheet
 * (docs/protocol/capabilities.md#cleaning).
 */
export function cleaningOf({ model, declared }: Pick<Vehicle, 'model' | 'declared'>): Cleaning {
  const known = modelOf(model);
  const own = declared?.cleaning;
  const bodyWidthM = own?.bodyWidthM ?? known?.widthM ?? declared?.widthM ?? fallbackWidthM;
  const tool = own?.toolWidthM ?? known?.cleaningWidthM;
  return {
    toolWidthM: tool ?? bodyWidthM,
    toolOffsetM: own?.toolOffsetM ?? 0,
    bodyWidthM,
    maxSpeedMps: known?.maxSpeedMps ?? declared?.maxSpeedMps ?? null,
    isAssumed: tool === undefined,
    areaPerHour: own?.areaPerHour ?? null,
    modes: orElse(own?.modes, known ? unnamed(known.cleaningModes) : anyModes),
    strengths: orElse(own?.strengths, known ? unnamed(known.strengths) : anyStrengths),
  };
}

/** The tool, the body and the speed of a device, as a run keeps them. */
export function toolOf(device: Pick<Vehicle, 'model' | 'declared'>) {
  const { toolWidthM, toolOffsetM, bodyWidthM, maxSpeedMps } = cleaningOf(device);
  return { toolWidthM, toolOffsetM, bodyWidthM, maxSpeedMps };
}

export interface CleaningChoices {
  cleaningModes: readonly string[];
  strengths: readonly string[];
  /** How the robot names them, by key and language. */
  names: Readonly<Record<string, Named['name']>>;
}

/** The mode and strength that a robot cleans with where no other is chosen; null if it does not clean. */
export function usualCleaningOf(device: Vehicle): { cleaningMode: string; strength: string } | null {
  const choices = cleaningChoicesOf(device);
  if (!choices) return null;
  const { cleaningModes: modes, strengths } = choices;
  return { cleaningMode: modes[0] ?? '', strength: strengths[Math.min(1, strengths.length - 1)] ?? '' };
}

/** The modes and strengths to choose from for a device; undefined if it does not clean. */
export function cleaningChoicesOf(device: Vehicle): CleaningChoices | undefined {
  if (!can(device, 'clean')) return undefined;
  const { modes, strengths } = cleaningOf(device);
  return {
    cleaningModes: modes.map(({ key }) => key),
    strengths: strengths.map(({ key }) => key),
    names: Object.fromEntries([...modes, ...strengths].map(({ key, name }) => [key, name])),
  };
}
