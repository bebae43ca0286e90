import { rideCalls, rideStatuses } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { StartRideDialog } from './dialogs/start-ride-dialog.tsx';
import './rides.css';
import { ShaftGrid } from './shaft-grid.tsx';
import { useLiftsLive } from './use-lifts-live.ts';
import { useRideColumns } from './use-ride-columns.tsx';

/** The elevators as they are now, and the rides of robots in them. */
export function RideListPage() {
  const { t } = useTranslation('places/rides');
  const [starting, setStarting] = useState(false);
  const list = useList(rideCalls.list);
  const columns = useRideColumns();
  useLiftsLive(list.rows.flatMap(({ elevator }) => elevator?.id ?? []));
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        above={<ShaftGrid elevatorId={list.filters.elevatorId} />}
        filters={<Filters deviceId={list.filters.deviceId} />}
        actions={
          <>
            <Allowed call={rideCalls.start}>
              <Button look="quiet" icon="elevator" onClick={() => setStarting(true)}>
                {t('start')}
              </Button>
            </Allowed>
            <MonthExportButton
              call={rideCalls.export}
              filters={list.filters}
              input={({ from, to }) => {
                const { keyword, deviceId, elevatorId, siteId, status } = list.filters;
                return { keyword, deviceId, elevatorId, siteId, status, from, to };
              }}
              title={t('exportTitle')}
              name="elevator-rides"
            />
          </>
        }
        empty={<Empty icon="elevator" title={t('empty')} hint={t('emptyHint')} />}
      />
      {starting && <StartRideDialog onClose={() => setStarting(false)} />}
    </>
  );
}

function Filters({ deviceId }: { deviceId: string | undefined }) {
  const { t } = useTranslation('places/rides');
  const devices = useDeviceChoices(deviceId);
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter
        name="status"
        label={t('status')}
        options={rideStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <ChoiceFilter name="deviceId" label={t('robot')} options={devices.options} onSearch={devices.search} />
      <PeriodFilter />
    </>
  );
}
