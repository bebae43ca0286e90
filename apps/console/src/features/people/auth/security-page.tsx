import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountTabs } from '../../../shared/people/account-tabs.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SessionList } from './session-list.tsx';
import { SignInList } from './sign-in-list.tsx';
import './security-page.css';

/** The user's sessions, sign-in attempts and password. */
export function SecurityPage() {
  const { t } = useTranslation('people/auth');
  const [changing, setChanging] = useState(false);
  return (
    <div className="security-page">
      <header>
        <h1>{t('security')}</h1>
        <Button icon="key" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      </header>
      <AccountTabs value="security" />
      <SessionList />
      <SignInList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </div>
  );
}
