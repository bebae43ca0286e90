import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Tabs } from '../../kit/ui/tabs.tsx';

const addresses = {
  groups: pages.deviceGroups(),
  profiles: pages.settingsProfiles(),
  rollouts: pages.settingsRollouts(),
};
type Tab = keyof typeof addresses;

/** The tabs for work on many devices. Each tab is a page with its own address, and they belong to two features. */
export function GroupTabs({ value }: { value: Tab }) {
  const { t } = useTranslation('kit');
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('manyRobots')}
      value={value}
      options={(Object.keys(addresses) as Tab[]).map((tab) => ({ value: tab, text: t(`groupTabs.${tab}`) }))}
      onChange={(tab) => void navigate(addresses[tab as Tab])}
    />
  );
}
