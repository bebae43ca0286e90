import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Tabs } from '../../kit/ui/tabs.tsx';

const tabs = { map: pages.map, versions: pages.mapVersions, devices: pages.mapDevices };
type Tab = keyof typeof tabs;

/** The pages of one map as tabs, each with its URL. */
export function MapTabs({ id, value }: { id: string; value: Tab }) {
  const { t } = useTranslation('map-view');
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('tabs.label')}
      value={value}
      options={(Object.keys(tabs) as Tab[]).map((tab) => ({ value: tab, text: t(`tabs.${tab}`) }))}
      onChange={(tab) => void navigate(tabs[tab as Tab]({ id }))}
    />
  );
}
