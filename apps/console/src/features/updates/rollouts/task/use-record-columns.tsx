import { pages, type OtaRecord } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, unknown } from '../../../../kit/format/format.ts';
import type { Column } from '../../../../kit/list/column.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { RecordState } from '../../../../shared/updates/record-state.tsx';
import { VersionStep } from '../../../../shared/updates/version-step.tsx';
import '../../../../shared/updates/updates.css';

export function useRecordColumns(): Column<OtaRecord>[] {
  const { t } = useTranslation('updates/rollouts');
  return useMemo(
    () => [
      {
        key: 'robot',
        title: t('robot'),
        width: '18%',
        cell: ({ device }) => (
          <>
            <Link className="sl-identity" to={pages.device({ id: device.id, tab: 'updates' })}>
              {deviceName(device)}
            </Link>
            <small>
              {device.sn} · {device.model}
            </small>
          </>
        ),
      },
      {
        key: 'site',
        title: t('site'),
        cell: ({ siteName, companyName }) => (
          <>
            {siteName ?? unknown}
            <small>{companyName}</small>
          </>
        ),
      },
      { key: 'version', title: t('fromTo'), cell: (record) => <VersionStep {...record} /> },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '34%',
        cell: (record) => <RecordState record={record} />,
      },
      {
        key: 'stage',
        title: t('stageTitle'),
        numeric: true,
        width: '80px',
        cell: ({ stage }) => formatNumber(stage + 1),
      },
      { key: 'since', title: t('since'), cell: ({ since }) => <Ago at={since} /> },
      { key: 'started', title: t('started'), hidden: true, cell: ({ startedAt }) => <Ago at={startedAt} /> },
      { key: 'ended', title: t('ended'), hidden: true, cell: ({ endedAt }) => <Ago at={endedAt} /> },
    ],
    [t],
  );
}
