import { deviceCalls, nameOfAccount, taskCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { useSession } from '../../../kit/api/session.ts';
import { NeedsYouNow } from '../../../shared/needs/needs-you-now.tsx';
import { FleetFigures } from './fleet-figures.tsx';
import { NextSteps } from './next-steps.tsx';
import { OpenRuns } from '../../../shared/run/open-runs.tsx';
import './welcome-page.css';

/** Start page: account, what waits for the reader, figures, open runs and next steps, each subject to permissions. */
export function WelcomePage() {
  const { t } = useTranslation('figures/home');
  const user = useSession();
  if (!user) return null;
  const devices = may(deviceCalls.list.allow, user);
  return (
    <div className="sl-welcome">
      <header>
        <h1>{t('greeting', { name: nameOfAccount(user) })}</h1>
        <p>
          {user.companyName} · {t(`role.${user.roleType}`)}
        </p>
      </header>
      <NeedsYouNow />
      {devices && <FleetFigures />}
      <div className="sl-welcome-columns">
        {may(taskCalls.list.allow, user) && <OpenRuns />}
        <NextSteps />
      </div>
    </div>
  );
}
