import { profileCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AccountTabs } from '../../../shared/people/account-tabs.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { ChatLinks } from './chat-links.tsx';
import { ProfileForm } from './profile-form.tsx';
import './profile.css';

/** Profile of the own account: contact details, formats and linked apps. */
export function ProfilePage() {
  const { t } = useTranslation('people/profile');
  const { data, error, refetch } = useQuery(callQuery(profileCalls.read, {}));
  return (
    <div className="profile-page">
      <header>
        <h1>{t('profile')}</h1>
        {data && (
          <p>
            {data.username} · {data.companyName}
            {data.roleName && ` · ${data.roleName}`}
          </p>
        )}
      </header>
      <AccountTabs value="profile" />
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {/* A new version resets the form. Otherwise edits of the old version would overwrite the new one. */}
          <ProfileForm key={data.version} own={data} />
          <ChatLinks />
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}
