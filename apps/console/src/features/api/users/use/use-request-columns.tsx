import type { ApiRequest } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTimeExact } from '../../../../kit/format/format.ts';
import type { Column } from '../../../../kit/list/column.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { problemTitle } from './problem-title.ts';

export function useRequestColumns(open: (request: ApiRequest) => void): Column<ApiRequest>[] {
  const { t } = useTranslation('api/users');
  return useMemo(
    () => [
      {
        key: 'request',
        title: t('requests.request'),
        cell: (row) => (
          <>
            <button type="button" className="sl-identity api-row-name" onClick={() => open(row)}>
              {row.method} {row.target}
            </button>
            <small>{row.keyId}</small>
          </>
        ),
      },
      { key: 'at', title: t('requests.time'), width: '190px', cell: ({ at }) => formatTimeExact(at) },
      {
        key: 'result',
        title: t('requests.result'),
        cell: ({ status, problem }) => (
          <>
            <StateMark
              tone={problem ? 'fault' : 'working'}
              icon={problem ? 'close' : 'check'}
              word={`${status} ${t(`requests.outcomes.${problem ? 'REFUSED' : 'ANSWERED'}`)}`}
            />
            <small>{problem && problemTitle(problem)}</small>
          </>
        ),
      },
      {
        key: 'duration',
        title: t('requests.duration'),
        width: '110px',
        numeric: true,
        cell: ({ durationMs }) => t('requests.ms', { ms: formatNumber(durationMs) }),
      },
      { key: 'address', title: t('requests.address'), width: '150px', cell: ({ address }) => address },
    ],
    [t, open],
  );
}
