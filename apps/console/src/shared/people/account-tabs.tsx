import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Tabs } from '../../kit/ui/tabs.tsx';

const tabs = ['profile', 'security', 'privacy'] as const;

/** The tabs of the own account. Each tab is a page with its own address, and they belong to two features. */
export function AccountTabs({ value }: { value: (typeof tabs)[number] }) {
  const { t } = useTranslation('kit');
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('ownAccount')}
      value={value}
      options={tabs.map((tab) => ({ value: tab, text: t(`accountTabs.${tab}`) }))}
      onChange={(tab) => void navigate(`/account/${tab}`)}
    />
  );
}
