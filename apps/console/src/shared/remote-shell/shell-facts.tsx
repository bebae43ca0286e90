import { shellRules, type ShellSession } from '@sweepline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/format/ago.tsx';
import { formatTime } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { Approvals } from './approvals.tsx';
import { shellMarks } from './shell-marks.ts';
import { TimeLeft } from './time-left.tsx';
import { useShellEnd } from './use-shell-end.ts';

interface Props {
  session: ShellSession;
  serverAheadMs: number;
  /** The buttons of the next step. */
  children: ReactNode;
}

const openUntil = ({ requestedAt, approvals }: ShellSession) => {
  const times = [requestedAt, ...approvals.flatMap(({ at }) => at ?? [])].map((at) => Date.parse(at));
  return new Date(Math.max(...times) + shellRules.openWithinMs).toISOString();
};

/**
 * Who has a shell and why, its state with the reason of an end, its approvals and observers. On a phone the terminal needs the place:
 * there a running shell shows its state and its observers, and the rest on request.
 */
export function ShellFacts({ session, serverAheadMs, children }: Props) {
  const { t } = useTranslation('remote-shell');
  const endOf = useShellEnd();
  const { state, requester, reason, minutes, observers, brokeGlass, endsAt, requestedAt } = session;
  const isWaiting = state === 'REQUESTED' || state === 'APPROVED';
  const end = endOf(session);
  const [isOpen, setOpen] = useState(false);
  const isFolding = state === 'RUNNING';
  return (
    <section className="sh-facts" aria-label={t('facts')} data-folded={(isFolding && !isOpen) || undefined}>
      <div className="sh-state" role="status">
        <StateMark {...shellMarks[state]} word={t(`state.${state}`)} />
        {state === 'RUNNING' && endsAt && <TimeLeft endsAt={endsAt} serverAheadMs={serverAheadMs} />}
        {end && <span>{end}</span>}
        {isWaiting && <small>{t('openUntil', { at: formatTime(openUntil(session)) })}</small>}
        {isFolding && (
          <Button
            look="quiet"
            icon={isOpen ? 'up' : 'down'}
            className="sh-fold"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('details')}
          </Button>
        )}
      </div>
      <p className="sh-who">
        <strong>{requester.name}</strong> <span>{requester.company}</span>{' '}
        <small>
          {t('wants', { count: minutes })} · <Ago at={requestedAt} />
        </small>
      </p>
      <blockquote>{reason}</blockquote>
      {brokeGlass && (
        <p className="sh-note">
          <Icon name="alert" size={16} />
          {t('brokeGlass')}
        </p>
      )}
      <Approvals session={session} />
      {observers.length > 0 && (
        <p className="sh-observers" aria-live="polite">
          <Icon name="seen" size={16} />
          {t('observers', { names: observers.map(({ name, company }) => `${name} (${company})`).join(', ') })}
        </p>
      )}
      <div className="sh-acts">{children}</div>
    </section>
  );
}
