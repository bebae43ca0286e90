import { updateWaits, type OtaPlan, type UpdateWait, type UpdateWindow } from '@sweepline/contract';
import { clockAt, type JobWait } from '@sweepline/contract/robot';
import type { OtaRecordRow, OtaTaskRow } from '../../../../entities/updates/ota-task-table.ts';
import { isInWindow, opensAt } from '../window-rules.ts';
import { confirmUntil } from './record-rules.ts';

/** What the server knows about an update that did not end. */
export interface WaitFacts {
  record: OtaRecordRow;
  task: Pick<OtaTaskRow, 'state' | 'stage' | 'force' | 'kind'> & {
    plan: Pick<OtaPlan, 'window' | 'maxAtOnce'>;
  };
  onlineSince: string | null;
  jobWaits: readonly JobWait[];
  /** Of the site, or else of the robot. */
  timezone: string;
  site: { window: UpdateWindow | null; isBusy: boolean } | null;
  /** Updates of the task that are under way. */
  underWay: number;
  /** A package that it still has to install was unlisted or has expired. */
  isUnlisted: boolean;
  /** The next planned run of the robot. */
  plannedRun: { at: string; minutes: number } | null;
  nowMs: number;
}

const minuteMs = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** The waits of an update that has no command yet, in the order in which they are resolved. */
function beforeOffer(facts: WaitFacts, { leadMinutes, plannedRunMinutes }: Leads): UpdateWait[] {
  const { record, task, site, timezone, nowMs, plannedRun } = facts;
  if (task.state !== 'RUNNING') return [{ for: 'TASK_PAUSED' }];
  if (task.stage === null || record.stage > task.stage) return [{ for: 'STAGE' }];
  const waits: UpdateWait[] = facts.isUnlisted ? [{ for: 'PACKAGE_UNLISTED' }] : [];
  const isLater = (at: string | null): at is string => at !== null && Date.parse(at) > nowMs;
  if (isLater(record.retryAt)) waits.push({ for: 'RETRY_DELAY', until: record.retryAt });
  if (!task.force && isLater(record.postponedUntil))
    waits.push({ for: 'POSTPONED', until: record.postponedUntil });
  const window = task.force ? null : (site?.window ?? task.plan.window);
  if (window) {
    const isOpen = [nowMs, nowMs + leadMinutes * minuteMs].some((ms) =>
      isInWindow(window, clockAt(ms, timezone).slice(11)),
    );
    const until = iso(opensAt(window, timezone, nowMs));
    if (!isOpen) waits.push({ for: site ? 'SITE_WINDOW' : 'WINDOW', ...window, until, timezone });
  }
  if (plannedRun && Date.parse(plannedRun.at) < nowMs + plannedRunMinutes * minuteMs)
    waits.push({
      for: 'PLANNED_RUN',
      until: iso(Date.parse(plannedRun.at) + plannedRun.minutes * minuteMs),
      timezone,
    });
  if (facts.onlineSince === null) waits.push({ for: 'OFFLINE' });
  if (site?.isBusy) waits.push({ for: 'SITE_BUSY' });
  if (facts.underWay >= task.plan.maxAtOnce) waits.push({ for: 'LIMIT' });
  return waits;
}

export interface Leads {
  leadMinutes: number;
  plannedRunMinutes: number;
}

/** A newer robot may wait for something that has no words here. */
function knownWait(wait: JobWait): UpdateWait[] {
  const name = updateWaits.find((known) => known === wait.for);
  return name ? [{ ...wait, for: name }] : [];
}

/** All conditions that an update waits for: those of the robot, and those that only the server knows. */
export function waitsOf(facts: WaitFacts, leads: Leads): UpdateWait[] {
  const { record, onlineSince, jobWaits } = facts;
  if (record.step === 'ENDED') return [];
  const isOnWay = record.wayIndex < record.way.length - 1;
  const earlier: UpdateWait[] = isOnWay ? [{ for: 'EARLIER_VERSION' }] : [];
  if (record.step === 'READY') return [...beforeOffer(facts, leads), ...earlier];
  const offline: UpdateWait[] = onlineSince === null ? [{ for: 'OFFLINE' }] : [];
  if (record.step === 'CONFIRMING') {
    const untilMs = confirmUntil(record, onlineSince);
    return [
      ...offline,
      { for: 'CONFIRMATION', ...(untilMs !== null && { until: iso(untilMs) }) },
      ...earlier,
    ];
  }
  return [...offline, ...jobWaits.flatMap(knownWait), ...earlier];
}
