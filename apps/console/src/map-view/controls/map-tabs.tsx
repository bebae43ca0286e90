import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Tabs } from '../../kit/ui/tabs.tsx';

const addresses = {
  map: '/dataManage/mapDetail',
  versions: '/dataManage/mapVersions',
  devices: '/dataManage/mapDevices',
} as const;
type Tab = keyof typeof addresses;

/** The pages of one map as tabs, each with its URL. */
export function MapTabs({ id, value }: { id: string; value: Tab }) {
  const { t } = useTranslation('map-view');
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('tabs.label')}
      value={value}
      options={(Object.keys(addresses) as Tab[]).map((tab) => ({ value: tab, text: t(`tabs.${tab}`) }))}
      onChange={(tab) => void navigate(`${addresses[tab as Tab]}?id=${id}`)}
    />
  );
}
