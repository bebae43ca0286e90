import { canonicalJson } from '@sweepline/contract/robot';
import {
  evidenceLimits,
  maxEvidenceBytes,
  type RobotPeriod,
  type WorkOrderEvidence,
} from '@sweepline/contract';
import { sha256Of } from '../../../../platform/documents/sha256.ts';

const {
  events: maxEvents,
  spans: maxSpans,
  trailSteps,
  text: maxText,
  versions: maxVersions,
} = evidenceLimits;

/** Every second step of each part, and the last, where the robot was when the order was made. */
const thinned = (trail: RobotPeriod['trail']): RobotPeriod['trail'] =>
  trail.map(({ mapId, steps }) => ({
    mapId,
    steps: steps.filter((_step, index) => index % 2 === 0 || index === steps.length - 1),
  }));
const stepCount = (trail: RobotPeriod['trail']) => trail.reduce((sum, { steps }) => sum + steps.length, 0);

/** The period with at most these numbers of entries, the newest of each list. */
function cutPeriod(period: RobotPeriod, events: number, spans: number, steps: number): RobotPeriod {
  const newest = <T>(list: readonly T[], count: number): T[] => (count > 0 ? list.slice(-count) : []);
  let { trail } = period;
  while (stepCount(trail) > steps && stepCount(thinned(trail)) < stepCount(trail)) trail = thinned(trail);
  const cut = {
    ...period,
    // The trail of many maps is not thinned further: its oldest parts are left out.
    trail: stepCount(trail) > steps ? newest(trail, steps) : trail,
    samples: newest(period.samples, spans),
    modes: newest(period.modes, spans),
    connection: newest(period.connection, spans),
    alarms: newest(period.alarms, events).map((alarm) => ({ ...alarm, text: alarm.text.slice(0, maxText) })),
    commands: newest(period.commands, events),
    runs: newest(period.runs, events),
    drives: newest(period.drives, events),
  };
  const counted = [...(['samples', 'modes', 'connection', 'alarms', 'commands', 'runs', 'drives'] as const)];
  return { ...cut, more: period.more || counted.some((name) => cut[name].length < period[name].length) };
}

/** The size of the content as JSON. The order of the fields does not change it. */
export const bytesOf = (content: unknown): number => Buffer.byteLength(JSON.stringify(content));

/** The evidence within its limits: every list is halved, newest entries kept, until the whole fits. */
export function fitted(content: WorkOrderEvidence): WorkOrderEvidence {
  const { live } = content;
  const base = {
    ...content,
    versions: content.versions.slice(0, maxVersions),
    live: live && {
      ...live,
      conformance: live.conformance.slice(0, maxEvents),
      errors: live.errors && {
        ...live.errors,
        value: live.errors.value
          .slice(0, maxEvents)
          .map((error) => ({ ...error, text: error.text.slice(0, maxText) })),
      },
    },
  };
  for (let part = 1; ; part *= 2) {
    const limits = [maxEvents, maxSpans, trailSteps].map((limit) => Math.floor(limit / part));
    const [events = 0, spans = 0, steps = 0] = limits;
    const cut = { ...base, period: cutPeriod(content.period, events, spans, steps) };
    if (bytesOf(cut) <= maxEvidenceBytes) return cut;
    if (limits.every((limit) => limit === 0))
      return { ...cut, versions: [], live: null, consumables: { at: null, list: [] } };
  }
}

/** The same for the stored content, however PostgreSQL orders its fields. */
export const fingerprintOf = (content: unknown): string => sha256Of(canonicalJson(content));
