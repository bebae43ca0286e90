import { alarmCalls, type AlarmEntry, type deviceCalls, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { withPeriod } from '../../../kit/list/filter/with-period.ts';
import { LevelFilter, OpenFilter } from './alarm-filters.tsx';
import { AlarmIdentity, useAlarmColumns } from './use-alarm-columns.tsx';
import { useAlarmsLive } from './use-alarms-live.ts';

const identity = (alarm: AlarmEntry) => <AlarmIdentity alarm={alarm} />;

/** All alarms of one robot, open and cleared, live. */
export function DeviceAlarmsTab({ detail: { device } }: { detail: Output<typeof deviceCalls.detail> }) {
  const { t } = useTranslation('alarms/alarms');
  const list = useList(alarmCalls.list, { deviceId: device.id });
  useAlarmsLive(device.id);
  return (
    <ListPage
      title={t('title')}
      list={withPeriod(list)}
      columns={useAlarmColumns(identity, { ofRobot: true })}
      filters={
        <>
          <SearchFilter placeholder={t('search')} />
          <OpenFilter />
          <LevelFilter />
          <PeriodFilter />
        </>
      }
      empty={<Empty icon="check" title={t('none')} hint={t('noneHint')} />}
    />
  );
}
