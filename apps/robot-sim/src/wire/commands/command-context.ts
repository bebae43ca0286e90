import type { Robot } from '../../robot/robot.ts';
import type { Effect } from './commands.ts';
import type { WantedMap } from '../maps/map-edits.ts';

/** What a command may ask of the robot's computer, beyond the robot itself. */
export interface CommandContext {
  robot: Robot;
  now: () => number;
  /** Does something after so many real milliseconds. */
  later: (ms: number, act: () => void) => void;
  /** Faster messages for a while: how often, and until when. */
  watch: (rate: { visualizationHz?: number; telemetryS?: number; holdS: number }) => void;
  reportedChanged: () => void;
  /** Its settings were changed otherwise than by what the server wishes. */
  settingsChanged: () => void;
  reboot: () => void;
  /** Forgets its owner; once the word of that is out, it shows the activation screen. Answers what was wiped. */
  unbind: () => Record<string, unknown>;
  /** Has a map brought to the server; false where the robot has no such map. */
  bringMap: (wanted: WantedMap) => boolean;
  cancelCommand: (commandId: string) => boolean;
}

/** What some commands do, by type. */
export type Effects = Record<string, Effect | undefined>;

export const numberIn = (value: unknown, low: number, high: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : undefined;

export const moves = (robot: Robot) => !robot.activity.idle || robot.drive.v !== 0;
