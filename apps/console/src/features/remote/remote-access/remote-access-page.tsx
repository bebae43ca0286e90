import {
  pages,
  playableStates,
  remoteAccessCalls,
  remoteAccessKinds,
  shellCalls,
  videoRecordingCalls,
  type RemoteAccess,
} from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ShellRecord } from '../../../shared/remote-shell/replay/shell-record.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { ShellPolicyButton } from './shell-policy.tsx';
import { ShellRequests } from './shell-requests.tsx';
import { useRemoteAccessColumns } from './use-remote-access-columns.tsx';

/** Everybody who reached a robot from afar, or the shell that the address names. */
export function RemoteAccessPage() {
  const [shellId, setShellId] = useAddress('shell');
  if (shellId !== '') return <ShellRecord key={shellId} id={shellId} onBack={() => setShellId('')} />;
  return (
    <div className="sl-stacked">
      {may(shellCalls.approve.allow) && <ShellRequests />}
      <AccessList onShell={setShellId} />
    </div>
  );
}

/** Views, recordings, drives and shells: who, of which company, why and for how long. */
function AccessList({ onShell }: { onShell: (id: string) => void }) {
  const { t } = useTranslation('remote/remote-access');
  const list = useList(remoteAccessCalls.list);
  const { deviceId } = list.filters;
  const rowActions = useCallback((row: RemoteAccess) => <RowAction row={row} onShell={onShell} />, [onShell]);
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={useRemoteAccessColumns()}
      rowActions={rowActions}
      filters={<Filters deviceId={deviceId} />}
      more={<CompanyFilter label={t('company')} />}
      views
      actions={
        <>
          {may(shellCalls.setPolicy.allow) && <ShellPolicyButton />}
          <MonthExportButton
            call={remoteAccessCalls.export}
            filters={list.filters}
            input={(period) => ({ ...list.filters, ...period })}
            title={t('exportTitle')}
            name="remote-access"
          />
        </>
      }
      empty={<Empty icon="seen" title={t('empty')} hint={t('emptyHint')} />}
    />
  );
}

interface RowActionProps {
  row: RemoteAccess;
  onShell: (id: string) => void;
}

/** The replay of a shell or the player of a recording. */
function RowAction({ row: { id, kind, device, endedAt, kept }, onShell }: RowActionProps) {
  const { t } = useTranslation('remote/remote-access');
  const navigate = useNavigate();
  if (kind === 'SHELL')
    return (
      <Button icon={endedAt ? 'play' : 'right'} onClick={() => onShell(id)}>
        {t(endedAt ? 'replay' : 'show')}
      </Button>
    );
  if (!device || !kept || !playableStates.includes(kept.state) || !may(videoRecordingCalls.detail.allow))
    return null;
  const address = pages.device({ id: device.id, tab: 'video', recording: id });
  return (
    <Button icon="play" onClick={() => void navigate(address)}>
      {t('play')}
    </Button>
  );
}

function Filters({ deviceId }: { deviceId: string | undefined }) {
  const { t } = useTranslation('remote/remote-access');
  const devices = useDeviceChoices(deviceId);
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter
        name="kind"
        label={t('kind')}
        options={remoteAccessKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <ChoiceFilter name="deviceId" label={t('robot')} options={devices.options} onSearch={devices.search} />
      <PeriodFilter />
    </>
  );
}
