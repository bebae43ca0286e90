import type { ReleaseState } from '../grammar/release.ts';

/** Where an app runs: on the screens of robots, on phones with Android, on those of Apple. */
export const appPlatforms = ['ROBOT_SCREEN', 'ANDROID', 'IOS'] as const;
export type AppPlatform = (typeof appPlatforms)[number];

export const appCategories = ['OPERATION', 'MAINTENANCE', 'MEDIA', 'TOOL'] as const;
export type AppCategory = (typeof appCategories)[number];

/** States of the entry in the store; its versions have states of their own. */
export const appStates = ['DRAFT', 'PUBLISHED', 'UNLISTED'] as const satisfies readonly ReleaseState[];
export type AppState = (typeof appStates)[number];

const appActs = ['UPDATE', 'PUBLISH', 'UNLIST', 'DELETE'] as const;
export type AppAct = (typeof appActs)[number];

/** The state after an act; a missing act is refused. An app that was published is never deleted: it may be installed. */
export const appMoves: Readonly<Record<AppState, { readonly [Act in AppAct]?: AppState | 'DELETED' }>> = {
  DRAFT: { UPDATE: 'DRAFT', PUBLISH: 'PUBLISHED', DELETE: 'DELETED' },
  PUBLISHED: { UPDATE: 'PUBLISHED', UNLIST: 'UNLISTED' },
  UNLISTED: { UPDATE: 'UNLISTED', PUBLISH: 'PUBLISHED' },
};

export const maxAppPictures = 4;
export const maxAppCompanies = 50;
export const maxAppText = 4_000;
/** Largest apk. */
export const maxAppBytes = 1024 ** 3;
export const maxAppStages = 10;
/** Installs that one version names. */
export const maxAppWhitelist = 1_000;

interface AppStage {
  percent: number;
  hours: number;
}

/** What the share of installs depends on. `pausedMs` is the time that earlier halts lasted. */
interface AppProgress {
  stages: readonly AppStage[];
  releasedAt: string | null;
  haltedAt: string | null;
  pausedMs: number;
}

/** The stage of a published version, and when the next one begins. A halt stops the clock of the stages. */
export function appStageAt(
  { stages, releasedAt, haltedAt, pausedMs }: AppProgress,
  nowMs: number,
): { percent: number; nextAt: string | null } {
  if (releasedAt === null) return { percent: 0, nextAt: null };
  const startMs = Date.parse(releasedAt) + pausedMs;
  const clockMs = haltedAt === null ? nowMs : Date.parse(haltedAt);
  let endMs = startMs;
  for (const { percent, hours } of stages) {
    endMs += hours * 3_600_000;
    if (percent < 100 && clockMs < endMs)
      return { percent, nextAt: haltedAt === null ? new Date(endMs).toISOString() : null };
  }
  return { percent: 100, nextAt: null };
}
