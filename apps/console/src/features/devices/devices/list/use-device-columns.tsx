import type { Device } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { Level } from '../../../../kit/ui/level.tsx';
import { DeviceMark } from '../../../../shared/words/device-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { DeviceAlarm } from '../device-alarm.tsx';
import { DeviceBattery } from '../device-battery.tsx';
import { DeviceName } from '../device-name.tsx';
import { DevicePlace } from '../device-place.tsx';
import { rareColumns } from './rare-columns.tsx';

/** The columns of the device list; rarer fields are in the column chooser. */
export function useDeviceColumns(): Column<Device>[] {
  const { t } = useTranslation('devices/devices');
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
      {
        key: 'state',
        title: t('state'),
        sort: 'state',
        cell: ({ live, binding }) => <DeviceMark live={live} binding={binding} />,
      },
      { key: 'battery', title: t('battery'), sort: 'soc', cell: ({ live }) => <DeviceBattery live={live} /> },
      { key: 'place', title: t('place'), cell: (row) => <DevicePlace device={row} /> },
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
    const rare = rareColumns(t, word);
    return [...usual, ...rare.map((column) => ({ ...column, hidden: true }))];
  }, [t, word]);
}
