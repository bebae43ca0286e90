import type { Device } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/ago.tsx';
import type { Column } from '../../kit/column.ts';
import { formatDate, unknown } from '../../kit/format.ts';
import { Level } from '../../kit/level.tsx';
import { DeviceMark } from '../../kit/words/device-mark.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { DeviceAlarm } from './device-alarm.tsx';
import { DeviceBattery } from './device-battery.tsx';
import { DeviceName } from './device-name.tsx';

/** The columns of the device list; the rarer fields wait in the column chooser. */
export function useDeviceColumns(): Column<Device>[] {
  const { t } = useTranslation('devices');
  const { word } = useWords();
  return useMemo(() => {
    const usual: Column<Device>[] = [
      {
        key: 'device',
        title: t('device'),
        sort: 'nickname',
        width: '22%',
        cell: (row) => <DeviceName device={row} />,
      },
      { key: 'state', title: t('state'), sort: 'state', cell: ({ live }) => <DeviceMark live={live} /> },
      { key: 'battery', title: t('battery'), sort: 'soc', cell: ({ live }) => <DeviceBattery live={live} /> },
      { key: 'place', title: t('place'), cell: ({ site }) => site?.name ?? unknown },
      {
        key: 'run',
        title: t('run'),
        cell: ({ live }) => (
          <Level
            label={t('run')}
            value={live.runId !== null && live.coverage !== null ? live.coverage * 100 : null}
          />
        ),
      },
      { key: 'alarm', title: t('alarm'), cell: ({ live }) => <DeviceAlarm level={live.alarmLevel} /> },
      {
        key: 'lastSeen',
        title: t('lastSeen'),
        sort: 'lastSeenAt',
        cell: ({ live }) => <Ago at={live.lastSeenAt} />,
      },
    ];
    const rare: Column<Device>[] = [
      { key: 'company', title: t('company'), cell: (row) => row.companyName },
      {
        key: 'cleanWater',
        title: t('cleanWater'),
        cell: ({ live }) => <Level label={t('cleanWater')} tone="moving" value={live.cleanWaterPct} />,
      },
      {
        key: 'dirtyWater',
        title: t('dirtyWater'),
        cell: ({ live }) => <Level label={t('dirtyWater')} tone="quiet" value={live.dirtyWaterPct} />,
      },
      {
        key: 'dustBag',
        title: t('dustBag'),
        cell: ({ live }) => <Level label={t('dustBag')} tone="quiet" value={live.dustBagPct} />,
      },
      {
        key: 'network',
        title: t('network'),
        cell: ({ live }) => (live.networkMode ? word('network', live.networkMode) : unknown),
      },
      {
        key: 'cleaning',
        title: t('mode'),
        cell: ({ live }) => (live.cleaningMode ? word('cleaningMode', live.cleaningMode) : unknown),
      },
      { key: 'software', title: t('software'), cell: (row) => row.softwareVersion ?? unknown },
      { key: 'hardware', title: t('hardware'), cell: (row) => row.hardwareVersion ?? unknown },
      { key: 'iccid', title: t('iccid'), cell: (row) => row.iccid ?? unknown },
      { key: 'binding', title: t('binding'), cell: (row) => word('binding', row.binding) },
      {
        key: 'activated',
        title: t('activated'),
        sort: 'activatedAt',
        cell: (row) => formatDate(row.activatedAt),
      },
      { key: 'usableUntil', title: t('usableUntil'), cell: (row) => formatDate(row.usableUntil) },
      {
        key: 'warranty',
        title: t('warranty'),
        cell: ({ warranty }) => (warranty ? word('warranty', warranty.status) : unknown),
      },
      { key: 'tags', title: t('tags'), cell: (row) => row.tags.join(', ') || unknown },
    ];
    return [...usual, ...rare.map((column) => ({ ...column, hidden: true }))];
  }, [t, word]);
}
