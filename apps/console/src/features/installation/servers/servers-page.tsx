import { serverCalls, type Server } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatDay } from '../../../kit/format/format-day.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { DrainDialog } from './drain-dialog.tsx';
import { ServerRow } from './server-row.tsx';
import './servers.css';

const refreshMs = 3_000;

/** The servers of the installation: what each does, which robots it acts for, and whether it is drained. */
export function ServersPage() {
  const { t } = useTranslation('installation/servers');
  const [draining, setDraining] = useState<Server>();
  const { data, error, refetch } = useQuery({
    ...callQuery(serverCalls.list, {}),
    refetchInterval: refreshMs,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const silent = data.servers.filter(({ state }) => state === 'SILENT').length;
  const note = data.isAlone ? t('alone') : t('note');
  return (
    <OverviewPage
      title={t('title')}
      note={silent > 0 ? t('attention', { count: silent }) : note}
      actions={
        <Button icon="refresh" onClick={() => void refetch()}>
          {t('renew')}
        </Button>
      }
    >
      {data.zoneDifferences && data.zoneDifferences.length > 0 && (
        <p role="status" className="sv-zones">
          {t('zones', { zones: data.zoneDifferences.map(zoneText).join(', ') })}
        </p>
      )}
      {data.servers.length > 0 ? (
        <div className="sv-table">
          <ServerTable {...data} onDrain={setDraining} />
        </div>
      ) : (
        <Empty icon="system" title={t('empty')} hint={t('emptyHint')} />
      )}
      {draining && <DrainDialog server={draining} onClose={() => setDraining(undefined)} />}
    </OverviewPage>
  );
}

const zoneText = ({ timezone, from }: { timezone: string; from: string }) =>
  `${timezone} (${formatDay(from)})`;

interface TableProps {
  servers: readonly Server[];
  shardCount: number;
  isAlone: boolean;
  onDrain: (server: Server) => void;
}

function ServerTable({ servers, shardCount, isAlone, onDrain }: TableProps) {
  const { t } = useTranslation('installation/servers');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('server')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('does')}</th>
          <th scope="col">{t('robots')}</th>
          <th scope="col">{t('gotShares')}</th>
          <th scope="col">{t('load')}</th>
          <th scope="col">{t('jobs')}</th>
          {!isAlone && (
            <th scope="col">
              <span className="sl-sr-only">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => (
          <ServerRow
            key={server.id}
            server={server}
            shardCount={shardCount}
            {...(!isAlone && { onDrain: () => onDrain(server) })}
          />
        ))}
      </tbody>
    </PlainTable>
  );
}
