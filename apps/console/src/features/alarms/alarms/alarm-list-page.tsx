import { alarmCalls, type AlarmEntry } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { withPeriod } from '../../../kit/list/filter/with-period.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AlarmDialog, useAlarmMenu } from './alarm-acts.tsx';
import { AlarmBulk } from './alarm-bulk.tsx';
import type { AlarmAct } from './alarm-dialogs.tsx';
import { AlarmFilters, AlarmMoreFilters } from './alarm-filters.tsx';
import { AlarmOverview } from './alarm-overview.tsx';
import { useAlarmRowKeys } from './use-alarm-keys.ts';
import { alarmTabs, useAlarmTab } from './use-alarm-tab.ts';
import { AlarmIdentity, useAlarmColumns } from './use-alarm-columns.tsx';
import { useAlarmsLive } from './use-alarms-live.ts';
import { useWithFollowers } from './use-followers.ts';
import './alarms.css';

/** A search by code or text finds followers too; otherwise they stand under their causes. */
const finding = ['keyword', 'code', 'causeId'];

/** The alarms of all robots with their life, live. */
export function AlarmListPage() {
  const { t } = useTranslation('alarms/alarms');
  const [params] = useSearchParams();
  const roots = !finding.some((name) => params.has(name));
  const { tab, choose, fixed } = useAlarmTab();
  const read = useList(alarmCalls.list, { ...fixed, ...(roots && { roots }) });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const list = withPeriod({ ...read, rows: useWithFollowers(read.rows, opened) });
  const [acting, setActing] = useState<{ act: AlarmAct; alarm: AlarmEntry }>();
  useAlarmsLive();

  const identity = useCallback(
    (alarm: AlarmEntry) => (
      <AlarmIdentity
        alarm={alarm}
        more={
          alarm.followers.count > 0 && (
            <FollowersButton
              count={alarm.followers.count}
              isOpen={opened.has(alarm.id)}
              onPress={() => setOpened((before) => toggled(before, alarm.id))}
            />
          )
        }
      />
    ),
    [opened],
  );
  const rowActions = useCallback(
    (alarm: AlarmEntry) => <AlarmRowMenu alarm={alarm} onAct={(act) => setActing({ act, alarm })} />,
    [setActing],
  );
  const bulk = useCallback(
    (rows: AlarmEntry[], clear: () => void) => <AlarmBulk rows={rows} onDone={clear} />,
    [],
  );
  const rowKeys = useAlarmRowKeys((act, alarm) => setActing({ act, alarm }));
  const exported = { ...withoutPeriod(list.filters), ...alarmTabs[tab] };
  const isAll = tab === 'all';
  return (
    <div className="alarm-page">
      <ListPage
        title={t('centre')}
        list={list}
        columns={useAlarmColumns(identity)}
        above={<AlarmOverview filters={list.filters} tab={tab} onChoose={choose} />}
        filters={<AlarmFilters all={isAll} />}
        more={<AlarmMoreFilters all={isAll} />}
        views
        bulk={bulk}
        rowActions={rowActions}
        rowKeys={rowKeys}
        actions={
          <MonthExportButton
            call={alarmCalls.export}
            filters={list.filters as { from?: string; to?: string }}
            input={(period) => ({ ...exported, ...period })}
            title={t('exportTitle')}
            name="alarms"
          />
        }
        empty={
          isAll ? (
            <Empty icon="check" title={t('emptyCentre')} hint={t('emptyCentreHint')} />
          ) : (
            <Empty icon="check" title={t('emptyTab')} hint={t('emptyTabHint')}>
              <Button onClick={() => choose('all')}>{t('showAll')}</Button>
            </Empty>
          )
        }
      />
      {acting && <AlarmDialog act={acting.act} rows={[acting.alarm]} onClose={() => setActing(undefined)} />}
    </div>
  );
}

function AlarmRowMenu({ alarm, onAct }: { alarm: AlarmEntry; onAct: (act: AlarmAct) => void }) {
  return <RowMenu label={alarm.deviceName} items={useAlarmMenu(alarm, onAct)} />;
}

/** The filters of the export: its period has other names than that of the list. */
function withoutPeriod<F extends object>(filters: F) {
  const {
    startTime: _start,
    endTime: _end,
    from: _from,
    to: _to,
    isRead: _isRead,
    ...rest
  } = filters as F & Record<'startTime' | 'endTime' | 'from' | 'to' | 'isRead', unknown>;
  return rest;
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function FollowersButton({
  count,
  isOpen,
  onPress,
}: {
  count: number;
  isOpen: boolean;
  onPress: () => void;
}) {
  const { t } = useTranslation('alarms/alarms');
  return (
    <button type="button" className="alarm-followers" aria-expanded={isOpen} onClick={onPress}>
      <Icon name={isOpen ? 'up' : 'down'} size={13} />
      {t('followers', { count })}
    </button>
  );
}
