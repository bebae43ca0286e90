import {
  deviceCalls,
  deviceGroupCalls,
  topics,
  type Device,
  type DeviceGroup,
  pages,
} from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { Level } from '../../../kit/ui/level.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { useLive } from '../../../kit/api/use-live.ts';
import { DeviceMark } from '../../../shared/words/device-mark.tsx';
import { GroupAddDialog } from './group-add-dialog.tsx';
import { useRedeclared } from '../../../shared/robot/use-redeclared.ts';

function useMemberColumns(): Column<Device>[] {
  const { t } = useTranslation('devices/groups');
  return useMemo(
    () => [
      {
        key: 'device',
        title: t('device'),
        sort: 'nickname',
        width: '30%',
        cell: ({ id, nickname, sn, model }) => (
          <>
            <Link className="sl-identity" to={pages.device({ id })} title={nickname}>
              {nickname}
            </Link>
            <small>
              {sn} · {model}
            </small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        sort: 'state',
        cell: ({ live, binding }) => <DeviceMark live={live} binding={binding} />,
      },
      {
        key: 'battery',
        title: t('battery'),
        sort: 'soc',
        cell: ({ live }) => <Level label={t('battery')} value={live.soc} />,
      },
      { key: 'place', title: t('place'), cell: ({ site }) => site?.name ?? unknown },
      {
        key: 'lastSeen',
        title: t('lastSeen'),
        sort: 'lastSeenAt',
        cell: ({ live }) => <Ago at={live.lastSeenAt} />,
      },
    ],
    [t],
  );
}

/** The devices of a group, live; a removed device can be restored by undo. */
export function GroupMembers({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation('devices/groups');
  // The URL names the group by `id`.
  const list = useList(deviceCalls.list, { groupId: group.id });
  const columns = useMemberColumns();
  const [adding, setAdding] = useState(false);
  const ids = list.rows.map(({ id }) => id);
  useRedeclared(ids);
  useLive(
    topics.devices,
    deviceCalls.list,
    list.input,
    (old, { changes }) => {
      const byId = new Map(changes.map(({ id, ...live }) => [id, live]));
      return { ...old, list: old.list.map((row) => ({ ...row, live: byId.get(row.id) ?? row.live })) };
    },
    ids,
  );
  const { id, version } = group;
  const restore = useAction(deviceGroupCalls.update, { also: ['devices'] });
  const removeMembers = useAction(deviceGroupCalls.update, {
    done: (_output, { removeIds = [] }) => t('letGo', { count: removeIds.length }),
    undo: (output, { removeIds = [] }) =>
      restore.mutate({ id, version: output.group.version, addIds: removeIds }),
    also: ['devices'],
  });
  const { mutate } = removeMembers;
  const rowActions = useCallback(
    (device: Device) => (
      <Allowed call={deviceGroupCalls.update}>
        <Button look="quiet" onClick={() => mutate({ id, version, removeIds: [device.id] })}>
          {t('letGoAct')}
        </Button>
      </Allowed>
    ),
    [t, mutate, id, version],
  );
  const bulk = useCallback(
    (rows: Device[], clear: () => void) => (
      <Allowed call={deviceGroupCalls.update}>
        <Button
          onClick={() => {
            mutate({ id, version, removeIds: rows.map((row) => row.id) });
            clear();
          }}
        >
          {t('letGoAct')}
        </Button>
      </Allowed>
    ),
    [t, mutate, id, version],
  );
  const add = (
    <Allowed call={deviceGroupCalls.update}>
      <Button icon="plus" onClick={() => setAdding(true)}>
        {t('addDevices')}
      </Button>
    </Allowed>
  );
  return (
    <>
      <ListPage
        title={t('devices')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        filters={<SearchFilter placeholder={t('searchDevice')} />}
        bulk={bulk}
        empty={
          <Empty icon="robot" title={t('noDevices')} hint={t('noDevicesHint')}>
            {add}
          </Empty>
        }
      />
      {adding && <GroupAddDialog group={group} onClose={() => setAdding(false)} />}
    </>
  );
}
