import type { OtaTaskAct, OtaTaskDetail, OtaTaskReason } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../kit/format/format.ts';
import { TaskMark } from '../task-mark.tsx';

/** What has words; the record types make sure that the lists are complete. */
const acts: Record<OtaTaskAct, true> = {
  UPDATE: true,
  SUBMIT: true,
  APPROVE: true,
  REFUSE: true,
  PAUSE: true,
  RESUME: true,
  RETRY: true,
  STOP: true,
  FINISH: true,
  CANCEL: true,
};
const reasons: Record<OtaTaskReason, true> = {
  BY_HAND: true,
  TOO_MANY_FAILED: true,
  BELOW_THRESHOLD: true,
  CANARY_WORSE: true,
};
const isIn = <Name extends string>(names: Record<Name, true>, name: string): name is Name =>
  Object.hasOwn(names, name);

/** Everything that happened to the rollout, the newest first. */
export function TaskHistory({ task: { history } }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <section className="sl-panel rollout-panel">
      <ol className="rollout-history">
        {history
          .toSorted((one, other) => other.at.localeCompare(one.at))
          .map(({ at, by, act, state, reason }) => (
            <li key={`${at} ${act}`}>
              <time dateTime={at}>{formatTime(at)}</time>
              <span>
                {isIn(acts, act) ? t(`act.${act}`) : <TaskMark state={state} reason={null} />}
                <small>{by || t('theServer')}</small>
                {/* A person writes reasons; those of the server are codes. */}
                {reason && <p>{isIn(reasons, reason) ? t(`reason.${reason}`) : reason}</p>}
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}
