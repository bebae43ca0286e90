import { alarmCalls, type AlarmEntry } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
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
import { AlarmFigures } from './alarm-figures.tsx';
import { AlarmFilters, AlarmMoreFilters } from './alarm-filters.tsx';
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
  const read = useList(alarmCalls.list, roots ? { roots } : {});
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
  const { companyId, siteId, deviceId, code } = list.filters;
  const exported = withoutPeriod(list.filters);
  return (
    <div className="alarm-page">
      <AlarmFigures
        of={{ ...(companyId && { companyId }), ...(siteId && { siteId }), ...(deviceId && { deviceId }) }}
        code={code?.length === 1 ? (code[0] ?? null) : null}
        onChoose={(filters) => list.setFilters({ ...noLife, ...filters })}
      />
      <ListPage
        title={t('centre')}
        list={list}
        columns={useAlarmColumns(identity)}
        filters={<AlarmFilters />}
        more={<AlarmMoreFilters />}
        views
        bulk={bulk}
        rowActions={rowActions}
        actions={
          <MonthExportButton
            call={alarmCalls.export}
            filters={list.filters as { from?: string; to?: string }}
            input={(period) => ({ ...exported, ...period })}
            title={t('exportTitle')}
            name="alarms"
          />
        }
        empty={<Empty icon="check" title={t('emptyCentre')} hint={t('emptyCentreHint')} />}
      />
      {acting && <AlarmDialog act={acting.act} rows={[acting.alarm]} onClose={() => setActing(undefined)} />}
    </div>
  );
}

function AlarmRowMenu({ alarm, onAct }: { alarm: AlarmEntry; onAct: (act: AlarmAct) => void }) {
  return <RowMenu label={alarm.deviceName} items={useAlarmMenu(alarm, onAct)} />;
}

/** A press on a number replaces what an earlier one filtered by. */
const noLife = {
  open: undefined,
  acknowledged: undefined,
  shelved: undefined,
  mine: undefined,
  processing: undefined,
  level: undefined,
  code: undefined,
};

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
