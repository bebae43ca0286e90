import { otaTaskRules, type OtaPlan, type OtaRecordState } from '@sweepline/contract';
import { compareOtaVersions } from '@sweepline/contract/robot';
import type { commands } from '../../../../entities/devices/command-table.ts';
import type { deviceJobs } from '../../../../entities/devices/device-job-table.ts';
import type { OtaRecordRow } from '../../../../entities/updates/ota-task-table.ts';

export type RecordPatch = Partial<OtaRecordRow>;

/** An update under way, with what the server knows about it. */
export interface Flight {
  record: OtaRecordRow;
  command: Pick<typeof commands.$inferSelect, 'status' | 'code' | 'endedAt'> | null;
  job: Pick<typeof deviceJobs.$inferSelect, 'phase' | 'code' | 'endedAt'> | null;
  /** The version that the robot reported last. */
  version: string | null;
  /** Since when the robot is online; null while it is not. */
  onlineSince: string | null;
}

/** What an outcome depends on besides the robot. */
export interface FlightRules {
  nowMs: number;
  deadlineMs: number;
  isRollback: boolean;
  plan: Pick<OtaPlan, 'retryCodes' | 'attempts'>;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The wait before the first retry; it doubles with each. */
const retryDelayMs = 5 * minuteMs;
/** A finished update of a robot that never comes back ends after this time. */
const maxConfirmMs = 7 * dayMs;
/** A command that timed out may have reached the robot. Its job is awaited for this time. */
const lateReplyMs = dayMs;
/** An update that does not end this long after its deadline is given up. */
const giveUpMs = 14 * dayMs;

const at = (ms: number) => new Date(ms).toISOString();
const lastOf = (way: readonly string[]) => way.length - 1;

/** The end of an update. */
export const ended = (code: string, nowMs: number): RecordPatch => ({
  step: 'ENDED',
  state: code === '' ? 'SUCCESSFUL' : 'FAILED',
  code,
  since: at(nowMs),
  endedAt: at(nowMs),
  busySiteId: null,
  withdraw: null,
  retryAt: null,
});

/** The update waits for its turn once more. */
const ready = (nowMs: number, patch: RecordPatch = {}): RecordPatch => ({
  step: 'READY',
  state: 'INITIALIZING',
  phase: '',
  since: at(nowMs),
  commandId: null,
  jobId: null,
  offeredAt: null,
  busySiteId: null,
  withdraw: null,
  withdrawnAt: null,
  finishedAt: null,
  retryAt: null,
  ...patch,
});

/** The step is installed: the next one follows, or the update is successful. */
const reached = ({ way, wayIndex }: OtaRecordRow, nowMs: number): RecordPatch =>
  wayIndex < lastOf(way)
    ? ready(nowMs, { state: 'UPGRADING', wayIndex: wayIndex + 1, attempt: 0 })
    : ended('', nowMs);

/** An attempt that its customer put off does not count. */
const postponed = ({ attempt }: OtaRecordRow, nowMs: number) =>
  ready(nowMs, { attempt: Math.max(0, attempt - 1) });

/** A failure. With a code that is retried the update waits for its next attempt, as long as it has some left. */
function failed(record: OtaRecordRow, code: string, { plan, nowMs, deadlineMs }: FlightRules): RecordPatch {
  if (record.withdraw === 'CANCEL') return ended(nowMs >= deadlineMs ? 'EXPIRED' : 'CANCELED', nowMs);
  if (record.withdraw === 'POSTPONE' && code === 'CANCELED') return postponed(record, nowMs);
  const mayRetry = plan.retryCodes.some((known) => known === code) && record.attempt < plan.attempts;
  if (!mayRetry || nowMs >= deadlineMs) return ended(code, nowMs);
  const delayMs = retryDelayMs * 2 ** Math.max(0, record.attempt - 1);
  return ready(nowMs, { retryAt: at(nowMs + delayMs) });
}

const isInstalled = ({ record, version }: Flight, { isRollback }: FlightRules): boolean => {
  const goal = record.way[record.wayIndex];
  if (version === null || goal === undefined) return false;
  const order = compareOtaVersions(version, goal);
  return isRollback ? order === 0 : order >= 0;
};

/** When an installed version must be reported at the latest; null while the robot is away. */
export function confirmUntil(
  { finishedAt }: Pick<OtaRecordRow, 'finishedAt'>,
  onlineSince: string | null,
): number | null {
  if (finishedAt === null || onlineSince === null) return null;
  const sinceMs = Math.max(Date.parse(finishedAt), Date.parse(onlineSince));
  return sinceMs + otaTaskRules.confirmMinutes * minuteMs;
}

/** Only what the robot reports as running counts as success. */
function confirmed(flight: Flight, rules: FlightRules): RecordPatch | undefined {
  const { record, onlineSince } = flight;
  if (isInstalled(flight, rules)) return reached(record, rules.nowMs);
  const untilMs = confirmUntil(record, onlineSince) ?? Date.parse(record.finishedAt ?? '') + maxConfirmMs;
  return rules.nowMs >= untilMs ? ended('NOT_CONFIRMED', rules.nowMs) : undefined;
}

const early = ['', 'DOWNLOADABLE'];
const stateOfPhase = (phase: string): OtaRecordState =>
  early.includes(phase) ? 'INITIALIZING' : 'UPGRADING';

/** The outcome of a command whose job did not begin. */
function afterCommand(flight: Flight, rules: FlightRules): RecordPatch | undefined {
  const { record, command } = flight;
  switch (command?.status) {
    case 'CANCELED':
      return record.withdraw === 'STOP' ? ready(rules.nowMs) : failed(record, 'CANCELED', rules);
    case 'REJECTED':
    case 'FAILED':
      return failed(record, command.code || command.status, rules);
    case 'EXPIRED':
      return failed(record, 'EXPIRED', rules);
    case 'TIMED_OUT': {
      const isOver = rules.nowMs - Date.parse(command.endedAt ?? record.since) >= lateReplyMs;
      return isOver ? failed(record, 'NO_PROGRESS', rules) : undefined;
    }
    default:
      // A command that is not stored is sent once more, unless it is to be taken back.
      return command && record.step === 'OFFERED' ? { step: 'SENT' } : undefined;
  }
}

/** The outcome of a job that is over. An update that ended keeps its last phase. */
function afterJob(
  flight: Flight,
  { phase, code, endedAt }: { phase: string; code: string; endedAt: string },
  rules: FlightRules,
): RecordPatch {
  const { record } = flight;
  const withPhase = (patch: RecordPatch): RecordPatch =>
    patch.step === 'ENDED' ? { ...patch, phase } : patch;
  if (phase === 'NEWEST' || (phase === 'FINISHED' && isInstalled(flight, rules)))
    return withPhase(reached(record, rules.nowMs));
  if (phase !== 'FINISHED') return withPhase(failed(record, code || 'FAILED', rules));
  const since = endedAt;
  return {
    step: 'CONFIRMING',
    state: 'UPGRADING',
    phase,
    since,
    finishedAt: since,
    withdraw: null,
  };
}

/** The change of an update that follows from its command, its job and the version that the robot reports. */
export function followed(flight: Flight, rules: FlightRules): RecordPatch | undefined {
  const { record, job } = flight;
  const { nowMs } = rules;
  if (record.step === 'CONFIRMING') return confirmed(flight, rules);
  if (!job) return afterCommand(flight, rules);
  if (job.endedAt !== null) return afterJob(flight, { ...job, endedAt: job.endedAt }, rules);
  if (nowMs >= rules.deadlineMs + giveUpMs) return ended('NO_PROGRESS', nowMs);
  // The job is stored at the robot, which has not reported a phase yet.
  const phase = job.phase === 'WAITING' ? '' : job.phase;
  if (record.step === 'SENT' && record.phase === phase) return undefined;
  return { step: 'SENT', phase, state: stateOfPhase(phase), since: at(nowMs) };
}

/** The update as it stands when a person wants new attempts. */
export const retried = (
  record: OtaRecordRow,
  version: string | null,
  isRollback: boolean,
  nowMs: number,
) => ({
  ...ready(nowMs),
  code: '',
  attempt: 0,
  endedAt: null,
  changedAt: null,
  wayIndex: isRollback ? 0 : stepsDone(record.way, version),
});

/** The number of versions on a way that a robot has behind it; the last one is never left out. */
function stepsDone(way: readonly string[], version: string | null): number {
  if (version === null) return 0;
  const done = way.filter((step) => compareOtaVersions(step, version) <= 0).length;
  return Math.min(done, lastOf(way));
}
