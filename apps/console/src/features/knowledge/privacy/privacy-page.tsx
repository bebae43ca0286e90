import { useTranslation } from 'react-i18next';
import { session } from '../../../kit/api/session.ts';
import { AccountTabs } from '../../../shared/people/account-tabs.tsx';
import { AccountViews } from './account-views.tsx';
import { KeptData } from './kept-data.tsx';
import { OwnAgreements } from './own-agreements.tsx';
import { OwnRights } from './own-rights.tsx';
import { SiteConsents } from './site-consents.tsx';
import { WatchedCameras } from './watched-cameras.tsx';
import '../../../kit/ui/panel.css';
import './privacy.css';

/** What is kept about the user and why, what they agreed to, who looked, and their rights. */
export function PrivacyPage() {
  const { t } = useTranslation('knowledge/privacy');
  // An impersonating administrator reads nothing that is only for the person.
  const isOwn = session.user()?.viewer === undefined;
  return (
    <div className="privacy-page">
      <header>
        <h1>{t('title')}</h1>
      </header>
      <AccountTabs value="privacy" />
      <KeptData />
      {isOwn && <OwnAgreements />}
      <SiteConsents />
      {isOwn && <AccountViews />}
      {isOwn && <WatchedCameras />}
      {isOwn && <OwnRights />}
    </div>
  );
}
