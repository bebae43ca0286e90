import { deviceCalls, deviceRequestCalls, topics, type Device } from '@sweepline/contract';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../kit/allowed.tsx';
import { Button } from '../../kit/button.tsx';
import { lazyPart } from '../../kit/chunks.ts';
import { Empty } from '../../kit/empty.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Segments } from '../../kit/segments.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { useList } from '../../kit/use-list.ts';
import { useLive } from '../../kit/use-live.ts';
import { DeviceActions } from './device-actions.tsx';
import { DeviceCards } from './device-cards.tsx';
import { withChanges } from './device-changes.ts';
import { DeviceFilters } from './device-filters.tsx';
import { DeviceMoreFilters } from './device-more-filters.tsx';
import { DeviceRequestStrip } from './device-request-strip.tsx';
import { useDeviceColumns } from './use-device-columns.tsx';

const DeviceRegisterDialog = lazy(() =>
  lazyPart(() => import('./device-register-dialog.tsx').then((m) => m.DeviceRegisterDialog)),
);

export function DeviceListPage() {
  const { t } = useTranslation('devices');
  const list = useList(deviceCalls.list);
  const [view, setView] = useAddress('view', 'list');
  const [adding, setAdding] = useState(false);
  const columns = useDeviceColumns();
  useLive(topics.devices, deviceCalls.list, list.input, (old, { changes }) => ({
    ...old,
    list: withChanges(old.list, changes),
  }));

  const rowActions = useCallback((device: Device) => <DeviceActions device={device} />, []);
  const add = (
    <Allowed call={deviceCalls.register}>
      <Button look="main" icon="plus" onClick={() => setAdding(true)}>
        {t('add')}
      </Button>
    </Allowed>
  );

  return (
    <div className="sl-device-list">
      <Allowed call={deviceRequestCalls.list}>
        <DeviceRequestStrip />
      </Allowed>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        filters={<DeviceFilters />}
        more={<DeviceMoreFilters />}
        actions={
          <>
            <Segments
              label={t('view')}
              value={view === 'cards' ? 'cards' : 'list'}
              options={[
                { value: 'list', text: t('list'), icon: 'list' },
                { value: 'cards', text: t('cards'), icon: 'cards' },
              ]}
              onChange={setView}
            />
            {add}
          </>
        }
        rowActions={rowActions}
        empty={
          <Empty icon="robot" title={t('emptyTitle')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      >
        {view === 'cards' && <DeviceCards devices={list.rows} />}
      </ListPage>
      {adding && (
        <Suspense>
          <DeviceRegisterDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}
