import { accessCalls, isCode, type Output } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { NextStep } from './next-step.tsx';
import { ViewAsButton } from './view-as-button.tsx';

export type Explained = Output<typeof accessCalls.explain>;

interface Props {
  id: string;
  action: string;
  company: string;
}

/** The answer in one line, then each check in order with its result and the next step. */
export function Explanation({ id, action, company }: Props) {
  const { t } = useTranslation('people/access');
  const { nameOf } = usePermissionNames();
  const query = useQuery({
    ...callQuery(accessCalls.explain, { id, action, ...(company && { companyId: company }) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const answer = query.data;
  if (!answer) return <Skeleton lines={6} />;
  const { account, allowed, steps, target } = answer;
  const what = isCode(action) ? nameOf(action) : action;
  const stop = steps.find(({ passed, informs }) => !passed && !informs);
  return (
    <div className="access-answer" aria-busy={query.isFetching}>
      <header data-allowed={allowed}>
        <Icon name={allowed ? 'check' : 'close'} size={20} strokeWidth={2.2} />
        <div>
          <h2>{t(allowed ? 'may' : 'mayNot', { name: account.nickname, what })}</h2>
          <p>{t('about', { company: target.name })}</p>
        </div>
        <ViewAsButton account={account} />
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step.check} data-stop={step === stop || undefined}>
            <Icon
              name={step.passed ? 'check' : step.informs ? 'info' : 'close'}
              size={16}
              strokeWidth={2.4}
              data-mark={step.passed ? 'yes' : step.informs ? 'note' : 'no'}
            />
            <div>
              <strong>{t(`checks.${step.check}`)}</strong>
              <p>
                <Words answer={answer} reason={step.reason} />
              </p>
              {!step.passed && <NextStep answer={answer} reason={step.reason} />}
            </div>
            <span className="sl-sr-only">{t(step.passed ? 'yes' : step.informs ? 'note' : 'no')}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Words({ answer, reason }: { answer: Explained; reason: string }) {
  const { t } = useTranslation('people/access');
  const { nameOf } = usePermissionNames();
  const values = {
    name: answer.account.nickname,
    role: answer.role?.name ?? '',
    own: answer.account.companyName,
    target: answer.target.name,
    permissions: (answer.has.length > 0 ? answer.has : answer.needs).map(nameOf).join(' / '),
  };
  // The contract lists the reasons; the server names one of them.
  return <>{t(`reasons.${reason}` as 'reasons.ENABLED', values)}</>;
}
