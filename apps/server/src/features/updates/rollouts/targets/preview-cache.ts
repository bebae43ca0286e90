import { createHash } from 'node:crypto';
import type { OtaPlan, PreviewVerdict } from '@sweepline/contract';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { Target } from './target-plan.ts';

/** A robot of a preview, as far as its pages show and search it. */
export interface PreviewedRobot {
  id: string;
  sn: string;
  nickname: string;
  version: string | null;
  verdict: PreviewVerdict;
  /** The versions to install. */
  way: string[];
  stage: number | null;
}

interface Entry {
  robots: PreviewedRobot[];
  atMs: number;
}

/** Robots of all previews together, about 25 MB. A preview of more is computed for each page. */
const maxRobots = 100_000;
const validMs = 60_000;

/** Robots that are skipped come last. */
const rankOf = ({ place }: Target) => place?.rank ?? Number.MAX_SAFE_INTEGER;

const robotOf = ({ device, version, verdict, way, place }: Target): PreviewedRobot => ({
  id: device.id,
  sn: device.sn,
  nickname: device.nickname,
  version,
  verdict,
  way: way.map((step) => step.version),
  stage: place?.stage ?? null,
});

/** Another account, another tenant scope and another plan have a preview of their own. */
const keyOf = ({ db, account }: Pick<Ctx, 'db' | 'account'>, plan: OtaPlan) =>
  createHash('sha256')
    .update(`${account.id}\n${db.scopeText}\n${JSON.stringify(plan)}`)
    .digest('base64url');

/**
 * The robots of the latest previews in the order of the rollout, for a minute: each verdict needs all others, so without it each page
 * of a large fleet would cost as much as the preview. Each server computes for itself.
 */
export function createPreviewCache(limit = maxRobots) {
  const entries = new Map<string, Entry>();
  let count = 0;

  const forget = (key: string) => {
    count -= entries.get(key)?.robots.length ?? 0;
    entries.delete(key);
  };
  const add = (key: string, entry: Entry) => {
    forget(key);
    if (entry.robots.length > limit) return;
    entries.set(key, entry);
    count += entry.robots.length;
    // The oldest first.
    for (const oldest of entries.keys()) {
      if (count <= limit) break;
      forget(oldest);
    }
  };

  return {
    /** The robots of a preview of the last minute. */
    find(ctx: Pick<Ctx, 'db' | 'account' | 'now'>, plan: OtaPlan): readonly PreviewedRobot[] | undefined {
      const entry = entries.get(keyOf(ctx, plan));
      return entry && ctx.now().getTime() - entry.atMs < validMs ? entry.robots : undefined;
    },
    put(
      ctx: Pick<Ctx, 'db' | 'account' | 'now'>,
      plan: OtaPlan,
      targets: readonly Target[],
    ): readonly PreviewedRobot[] {
      const robots = targets.toSorted((a, b) => rankOf(a) - rankOf(b)).map(robotOf);
      add(keyOf(ctx, plan), { robots, atMs: ctx.now().getTime() });
      return robots;
    },
  };
}

export type PreviewCache = ReturnType<typeof createPreviewCache>;
