import { isOverCommand, type CommandDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatTimeExact } from '../../kit/format/format.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import { useWords } from '../words/use-words.ts';
import type { Mark } from '../words/marks.ts';
import { commandMarks, spanOf } from './command-life.ts';

interface Step {
  key: string;
  text: string;
  note?: string;
  /** Null if the step has not happened. */
  at: string | null;
  mark: Mark;
}

/** The steps of a command with the time between them. Future steps have a hollow icon. */
export function CommandTimeline({ command }: { command: CommandDetail }) {
  const { t } = useTranslation('command');
  const steps = useSteps(command);
  return (
    <ol className="sl-command-steps" aria-label={t('life')}>
      {steps.map(({ key, text, note, at, mark }, index) => {
        const before = steps[index - 1]?.at;
        const span = at && before ? Date.parse(at) - Date.parse(before) : null;
        return (
          <li key={key} className={at === null ? 'sl-step-ahead' : `sl-tone-${mark.tone}`}>
            <Icon name={at === null ? 'ring' : mark.icon} size={15} strokeWidth={2.1} />
            <span>
              {text}
              {note && <small>{note}</small>}
            </span>
            {at && (
              <time dateTime={at} title={formatTimeExact(at)}>
                {formatClock(at, true)}
                {span !== null && <small>{t('after', { span: spanOf(span, t) })}</small>}
              </time>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function useSteps(command: CommandDetail): Step[] {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const { status, code, attempts, createdAt, sentAt, acceptedAt, runningAt, endedAt, late } = command;
  const over = isOverCommand(command);
  const sent = attempts > 1 ? t('attempt', { count: attempts }) : undefined;
  const why = [code && status !== 'SUCCEEDED' ? word('reply', code) : '', late ? t('late') : ''].filter(
    Boolean,
  );
  const steps: (Step | false)[] = [
    {
      key: 'given',
      text: t('step.given', { by: command.by }),
      ...(command.reason && { note: command.reason }),
      at: createdAt,
      mark: { tone: 'quiet', icon: 'user' },
    },
    status === 'QUEUED' && {
      key: 'queued',
      text: t('step.queued'),
      note: `${t('expires')} ${formatTimeExact(command.expiresAt)}`,
      at: createdAt,
      mark: commandMarks.QUEUED,
    },
    { key: 'sent', text: t('step.sent'), ...(sent && { note: sent }), at: sentAt, mark: commandMarks.SENT },
    { key: 'accepted', text: t('step.accepted'), at: acceptedAt, mark: commandMarks.ACCEPTED },
    runningAt !== null && {
      key: 'running',
      text: t('step.running'),
      at: runningAt,
      mark: commandMarks.RUNNING,
    },
    {
      key: 'end',
      // For a job, the end of the command only means that the robot has accepted the job.
      text: command.job ? t('step.stored') : over ? word('commandState', status) : t('step.end'),
      ...(why.length > 0 && { note: why.join(' · ') }),
      at: endedAt,
      mark: commandMarks[status],
    },
  ];
  // After the end, steps that did not happen are left out.
  return steps.filter((step): step is Step => step !== false && (step.at !== null || !over));
}
