import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Tabs } from '../../kit/ui/tabs.tsx';

const addresses = { packages: pages.otaPackages(), rollouts: pages.otaTasks() };
type Tab = keyof typeof addresses;

/** The tabs for software updates. Each tab is a page with its own address, and they belong to two features. */
export function UpdateTabs({ value }: { value: Tab }) {
  const { t } = useTranslation('updates');
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('tabs.title')}
      value={value}
      options={(Object.keys(addresses) as Tab[]).map((tab) => ({ value: tab, text: t(`tabs.${tab}`) }))}
      onChange={(tab) => void navigate(addresses[tab as Tab])}
    />
  );
}
