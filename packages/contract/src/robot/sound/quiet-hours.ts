import { z } from 'zod';
import { clockAt } from '../zone-time.ts';

const nightMode = z.object({
  enabled: z.boolean(),
  from: z.string(),
  to: z.string(),
  volume: z.number(),
});
export type NightMode = z.infer<typeof nightMode>;

/** The settings that decide how loud a robot is. */
interface SoundSettings {
  volume?: unknown;
  nightMode?: unknown;
  timezone?: unknown;
}

/** The quiet hours of a robot; undefined if they are off. */
export function quietHoursOf(settings: SoundSettings): NightMode | undefined {
  const { data } = nightMode.safeParse(settings.nightMode);
  return data?.enabled ? data : undefined;
}

const isWithin = (clock: string, { from, to }: NightMode) =>
  from <= to ? clock >= from && clock < to : clock >= from || clock < to;

/** Whether the quiet hours hold at a moment of the robot's own clock. The hours may pass midnight. */
export function isQuiet(settings: SoundSettings, atMs: number): boolean {
  const quiet = quietHoursOf(settings);
  if (!quiet || typeof settings.timezone !== 'string') return false;
  return isWithin(clockAt(atMs, settings.timezone).slice(11), quiet);
}

/** How loud a robot plays at a moment, in percent: never louder than its quiet hours allow. */
export function volumeAt(settings: SoundSettings, atMs: number): number {
  const volume = typeof settings.volume === 'number' ? settings.volume : 100;
  const quiet = quietHoursOf(settings);
  return quiet && isQuiet(settings, atMs) ? Math.min(volume, quiet.volume) : volume;
}
