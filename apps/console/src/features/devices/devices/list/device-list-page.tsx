import { deviceCalls, deviceFileCalls, type Device } from '@sweepline/contract';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { AddButton } from '../../../../kit/list/add-button.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { ExportButton } from '../../../../kit/list/export/export-button.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { useList } from '../../../../kit/list/use-list.ts';
import { DailyActs } from '../../../../shared/acts/daily-acts.tsx';
import { DeviceActions } from '../actions/device-actions.tsx';
import { DeviceBulk } from './device-bulk.tsx';
import { DeviceCards } from './device-cards.tsx';
import { useDeviceChanges } from '../use-device-changes.ts';
import { DeviceFilters } from './device-filters.tsx';
import { DeviceMoreFilters } from './device-more-filters.tsx';
import { DeviceRequestStrip } from '../requests/device-request-strip.tsx';
import { DeviceScores } from '../device-scores.tsx';
import { useDeviceColumns } from './use-device-columns.tsx';
import { useDeviceRowKeys } from './use-device-row-keys.ts';

const DeviceRegisterDialog = lazy(() =>
  lazyPart(() => import('./device-register-dialog.tsx').then((m) => m.DeviceRegisterDialog)),
);

const DeviceActivateHelp = lazy(() =>
  lazyPart(() => import('./device-activate-help.tsx').then((m) => m.DeviceActivateHelp)),
);

const ConnectionRefusalDrawer = lazy(() =>
  lazyPart(() => import('../refusals/connection-refusal-drawer.tsx').then((m) => m.ConnectionRefusalDrawer)),
);

const DeviceImportDialog = lazy(() =>
  lazyPart(() => import('./device-import-dialog.tsx').then((m) => m.DeviceImportDialog)),
);

type Opened = 'add' | 'import' | 'activate' | 'refusals' | null;

interface DialogsProps {
  open: Opened;
  onOpen: (next: Opened) => void;
}

const Dialogs = ({ open, onOpen }: DialogsProps) => {
  const onClose = () => onOpen(null);
  return (
    <Suspense>
      {open === 'add' && <DeviceRegisterDialog onClose={onClose} />}
      {open === 'activate' && <DeviceActivateHelp onClose={onClose} onRefusals={() => onOpen('refusals')} />}
      {open === 'refusals' && <ConnectionRefusalDrawer onClose={onClose} />}
      {open === 'import' && <DeviceImportDialog onClose={onClose} />}
    </Suspense>
  );
};

export const DeviceListPage = () => (
  <DailyActs>
    <DeviceList />
  </DailyActs>
);

function DeviceList() {
  const { t } = useTranslation('devices/devices');
  const list = useList(deviceCalls.list);
  const [view, setView] = useAddress('view', 'list');
  const [chosen] = useAddress('columns');
  const [open, setOpen] = useState<Opened>(null);
  const columns = useDeviceColumns();
  useDeviceChanges(list);
  const rowKeys = useDeviceRowKeys();

  const rowActions = useCallback((device: Device) => <DeviceActions device={device} />, []);
  const bulk = useCallback(
    (rows: Device[], clear: () => void) => <DeviceBulk rows={rows} onDone={clear} />,
    [],
  );
  const add = <AddButton call={deviceCalls.register} text={t('add')} onClick={() => setOpen('add')} />;

  return (
    <div className="sl-stacked">
      <DeviceRequestStrip>
        <DeviceScores ids={list.rows.map(({ id }) => id)} shown={chosen.split(',').includes('score')}>
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
                <ExportButton call={deviceFileCalls.export} input={list.filters} name="devices" />
                <Allowed call={deviceFileCalls.import}>
                  <Button
                    look="quiet"
                    icon="upload"
                    aria-label={t('import.open')}
                    onClick={() => setOpen('import')}
                  />
                </Allowed>
                <Button
                  look="quiet"
                  icon="key"
                  aria-label={t('activateHelp.open')}
                  onClick={() => setOpen('activate')}
                />
                {add}
              </>
            }
            views
            bulk={bulk}
            rowActions={rowActions}
            rowKeys={rowKeys}
            empty={
              <Empty icon="robot" title={t('emptyTitle')} hint={t('emptyHint')}>
                {add}
              </Empty>
            }
          >
            {view === 'cards' && <DeviceCards devices={list.rows} />}
          </ListPage>
        </DeviceScores>
      </DeviceRequestStrip>
      <Dialogs open={open} onOpen={setOpen} />
    </div>
  );
}
