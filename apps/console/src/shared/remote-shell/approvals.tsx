import type { ShellSession } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/format/ago.tsx';
import { StateMark } from '../../kit/ui/state-mark.tsx';

/** The approvals that a shell needs: whose are due, and who gave them. */
export function Approvals({
  session: { approvals, requester, deviceCompany, state },
}: {
  session: ShellSession;
}) {
  const { t } = useTranslation('remote-shell');
  if (approvals.length === 0) return null;
  return (
    <ul className="sh-approvals" aria-label={t('approvals')}>
      {approvals.map(({ side, by, at }) => (
        <li key={side}>
          <StateMark
            {...(by
              ? ({ tone: 'working', icon: 'check' } as const)
              : ({ tone: state === 'REQUESTED' ? 'waiting' : 'quiet', icon: 'clock' } as const))}
            word={t(`side.${side}`, { company: side === 'OWNER' ? deviceCompany : requester.company })}
          />
          <small>
            {by ? (
              <>
                {t('approvedBy', { name: by.name })} <Ago at={at} />
              </>
            ) : (
              t(state === 'REQUESTED' ? 'approvalDue' : 'approvalMissing')
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}
