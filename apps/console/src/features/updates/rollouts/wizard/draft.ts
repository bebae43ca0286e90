import { proposedShares, retriedCodes, type OtaPlan, type OtaStage } from '@sweepline/contract';

/** A rollout while it is written. Without a name of its own it has that of its package. */
export type Draft = Omit<OtaPlan, 'packageId' | 'name'> & { packageId: string | null; name: string | null };

export const steps = ['package', 'robots', 'stages', 'conditions', 'preview'] as const;
export type Step = (typeof steps)[number];

const dayMs = 86_400_000;
const proposedDays = 14;
const proposedSoakMinutes = 24 * 60;

/** A share of all robots; null is a stage of named robots, the canary. */
export function newStage(upToPct: number | null): OtaStage {
  const isCanary = upToPct === null;
  return {
    deviceIds: [],
    upToPct,
    successPct: isCanary ? 100 : 95,
    soakMinutes: upToPct === 100 ? 0 : proposedSoakMinutes,
    maxFailed: isCanary ? 0 : null,
    failedPct: 2,
  };
}

export const newDraft = (packageId: string | null, nowMs: number): Draft => ({
  name: null,
  packageId,
  deviceIds: [],
  groupIds: [],
  siteIds: [],
  lateJoiners: true,
  stages: [newStage(null), ...proposedShares.map(newStage)],
  window: null,
  minSoc: 40,
  requireDocked: true,
  allowMobileData: false,
  autoInstall: true,
  force: false,
  deadline: new Date(nowMs + proposedDays * dayMs).toISOString(),
  maxAtOnce: 50,
  onePerSite: true,
  attempts: 3,
  retryCodes: [...retriedCodes],
  canaryWorsePct: 50,
});

const stepOfField: Record<string, Step> = {
  name: 'package',
  packageId: 'package',
  deviceIds: 'robots',
  groupIds: 'robots',
  siteIds: 'robots',
  lateJoiners: 'robots',
  stages: 'stages',
};

/** The step that has a field: `stages.0.upToPct` belongs to the stages. */
export const stepOf = (field: string): Step => stepOfField[field.split('.')[0] ?? ''] ?? 'conditions';

/** Names the fields as a plan does; other calls have the plan as one of their fields. */
export const ofPlan = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, reason]) => [name.replace(/^plan\./, ''), reason]));
