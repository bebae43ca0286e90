import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { areaUnits, volumeUnits } from '../people/people.ts';
import { place } from './places.ts';
import { statisticsTotals } from './statistics.ts';
import { openRunStates } from '../work/task-values.ts';

export const sceneKinds = ['figures', 'places', 'runs', 'rankings', 'alarms', 'week'] as const;
export type SceneKind = (typeof sceneKinds)[number];

export const screenLimits = { scenes: 6, minSeconds: 5, maxSeconds: 600, perCompany: 100 } as const;

/** One picture of a large screen, and how long it stays. */
export const scene = z.strictObject({
  kind: z.enum(sceneKinds),
  seconds: z.number().int().min(screenLimits.minSeconds).max(screenLimits.maxSeconds),
});
export type Scene = z.infer<typeof scene>;

/** Robot of a large screen. The serial number is null unless it may be shown. */
const robot = z.object({ name: z.string(), sn: z.string().nullable() });
const ranked = { cleanedM2: z.number(), reports: z.number().int() };

/**
 * What a large screen shows. A section without a scene is null. It contains no name of a person. "Today" is the current day of
 * each site.
 */
export const screenView = z.object({
  /** Time of the figures. */
  at: moment,
  name: z.string(),
  companyName: z.string(),
  hasLogo: z.boolean(),
  siteName: z.string().nullable(),
  /** Time zone of the site; null for a screen of several sites. */
  timezone: z.string().nullable(),
  scenes: z.array(scene),
  /** Null for the screen of a session: the reader's own language and units apply. */
  reader: z.object({ lang: z.enum(langs), area: z.enum(areaUnits), volume: z.enum(volumeUnits) }).nullable(),
  figures: z
    .object({
      /** Reports of today. What is being cleaned now is not in it. */
      today: statisticsTotals,
      now: z.object({ runs: z.number().int(), cleanedM2: z.number().nullable() }),
      robots: z.object({
        total: z.number().int(),
        online: z.number().int(),
        working: z.number().int(),
        charging: z.number().int(),
        /** With an open alarm of level 3 or higher. */
        alarmed: z.number().int(),
      }),
    })
    .nullable(),
  places: z.object({ total: z.number().int(), list: z.array(place) }).nullable(),
  runs: z
    .object({
      total: z.number().int(),
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          robot,
          siteName: z.string().nullable(),
          state: z.enum(openRunStates),
          /** 0–1; null if unknown. */
          progress: z.number().nullable(),
          cleanedM2: z.number().nullable(),
          plannedM2: z.number().nullable(),
          startedAt: moment.nullable(),
        }),
      ),
    })
    .nullable(),
  /** The largest cleaned areas of the last seven days. */
  rankings: z
    .object({
      sites: z.array(z.object({ key: z.string(), name: z.string().nullable(), ...ranked })),
      robots: z.array(z.object({ key: z.string(), robot, ...ranked })),
    })
    .nullable(),
  alarms: z
    .array(
      z.object({
        id: z.string(),
        code: z.string(),
        /** The protocol's English name; the console translates the codes it knows. */
        name: z.string(),
        level: z.number().int(),
        robot,
        siteName: z.string().nullable(),
        raisedAt: moment,
        clearedAt: moment.nullable(),
      }),
    )
    .nullable(),
  /**
   * The last seven days of each site, the oldest first; the last one is today. Sites of other time zones may have another date:
   * `day` is that of most sites.
   */
  week: z.array(z.object({ daysAgo: z.number().int(), day: z.iso.date(), ...ranked })).nullable(),
});
export type ScreenView = z.infer<typeof screenView>;
