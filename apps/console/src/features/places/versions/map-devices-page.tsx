import { deviceMapCalls, deviceMapStatuses, mapCalls, type DeviceMap } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { MapTabs } from '../../../map-view/controls/map-tabs.tsx';
import { DeviceMapActs } from './device-map-acts.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useDeviceMapColumns } from './use-device-map-columns.tsx';

/** How often the page polls while a robot fetches a map. */
const pollMs = 3_000;

/** Which robots have a map, the progress of the others, and the reason of a failure. */
export function MapDevicesPage() {
  const { t } = useTranslation('places/versions');
  const id = useSearchParams()[0].get('id') ?? '';
  const map = useQuery({ ...callQuery(mapCalls.detail, { id }), meta: { silent: true } }).data;
  const list = useList(deviceMapCalls.list, { mapId: id });
  const [sending, setSending] = useState(false);
  usePageName(map?.name);
  const syncing = list.rows.some(({ status }) => status === 'SYNCING');
  useQuery({
    ...callQuery(deviceMapCalls.list, list.input as { mapId: string }),
    refetchInterval: syncing ? pollMs : false,
    meta: { silent: true },
  });
  const columns = useDeviceMapColumns(map?.version ?? 0);
  const rowActions = useCallback((row: DeviceMap) => <DeviceMapActs row={row} />, []);
  const send = (
    <Allowed call={deviceMapCalls.send}>
      <Button look="main" icon="upload" onClick={() => setSending(true)}>
        {t('send')}
      </Button>
    </Allowed>
  );
  return (
    <div className="sl-stacked">
      <MapTabs id={id} value="devices" />
      <ListPage
        title={t('devicesTitle')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={send}
        filters={
          <ChoiceFilter
            name="status"
            label={t('status')}
            options={deviceMapStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        }
        empty={
          <Empty icon="robot" title={t('noDevices')} hint={t('noDevicesHint')}>
            {send}
          </Empty>
        }
      />
      {sending && map && (
        <SendDialog
          map={map}
          has={list.rows.map(({ device }) => device.id)}
          onClose={() => setSending(false)}
        />
      )}
    </div>
  );
}
