import { nameOfAccount } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../kit/api/session.ts';
import { HomeNow } from '../../../shared/home-now/home-now.tsx';
import { NextSteps } from './next-steps.tsx';
import './welcome-page.css';

/** Start page: account, the fleet and what waits for the reader, and next steps, each subject to permissions. */
export function WelcomePage() {
  const { t } = useTranslation('figures/home');
  const user = useSession();
  if (!user) return null;
  return (
    <div className="sl-welcome">
      <header>
        <h1>{t('greeting', { name: nameOfAccount(user) })}</h1>
        <p>
          {user.companyName} · {t(`role.${user.roleType}`)}
        </p>
      </header>
      <HomeNow />
      <NextSteps />
    </div>
  );
}
