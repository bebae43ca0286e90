import { deviceTabGroups, type DeviceTabGroup, type DeviceTabName } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../../../kit/ui/tabs.tsx';

const groups = Object.keys(deviceTabGroups) as DeviceTabGroup[];

interface Props {
  offered: readonly DeviceTabName[];
  value: DeviceTabName;
  onChange: (tab: DeviceTabName) => void;
}

/** The tabs of a robot's page: groups by purpose, and below them those of the open group. A group opens with its first tab. */
export function DeviceTabs({ offered, value, onChange }: Props) {
  const { t } = useTranslation('devices/devices');
  const tabsOf = (group: DeviceTabGroup) => {
    const tabs: readonly DeviceTabName[] = deviceTabGroups[group];
    return tabs.filter((tab) => offered.includes(tab));
  };
  const filled = groups.filter((group) => tabsOf(group).length > 0);
  const open = filled.find((group) => tabsOf(group).includes(value)) ?? 'live';
  const inner = tabsOf(open);
  return (
    <>
      <Tabs
        label={t('tabs')}
        value={open}
        options={filled.map((group) => ({ value: group, text: t(`tabGroup.${group}`) }))}
        onChange={(group) => onChange(tabsOf(group)[0]!)}
      />
      {inner.length > 1 && (
        <Tabs
          isInner
          label={t('tabsOfGroup', { group: t(`tabGroup.${open}`) })}
          value={value}
          options={inner.map((tab) => ({ value: tab, text: t(`tab.${tab}`) }))}
          onChange={onChange}
        />
      )}
    </>
  );
}
