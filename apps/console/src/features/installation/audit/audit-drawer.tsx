import { auditCalls, type AuditRow, pages } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatNumber, formatTimeExact, unknown } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { ChangeTable } from './change-table.tsx';
import { ResultMark } from './result-mark.tsx';

/** Drawer of an entry: account, action, address, result, and each changed row before and after. */
export function AuditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('installation/audit');
  const query = useQuery({ ...callQuery(auditCalls.detail, { id }), meta: { silent: true } });
  const { data } = query;
  return (
    <Drawer open size={680} title={data?.entry.action ?? t('entry')} onClose={onClose}>
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton lines={6} />}
      {data && (
        <>
          <EntryFacts entry={data.entry} />
          <h2 className="log-changes-title">{t('changes')}</h2>
          {data.changes.length === 0 && <p className="log-none">{t('noChanges')}</p>}
          {data.changes.map((change) => (
            <ChangeTable key={change.id} change={change} />
          ))}
          {data.more && <p className="log-none">{t('moreChanges')}</p>}
        </>
      )}
    </Drawer>
  );
}

function EntryFacts({ entry }: { entry: AuditRow }) {
  const { t } = useTranslation('installation/audit');
  const { account, record, sealed } = entry;
  const facts: [label: string, value: ReactNode][] = [
    [t('result'), <ResultMark key="result" row={entry} />],
    [t('time'), formatTimeExact(entry.at)],
    [t('account'), [account.nickname, account.username, entry.role].filter(Boolean).join(' · ') || unknown],
    [t('company'), [entry.companyName, entry.recordCompanyName].filter(Boolean).join(' → ') || unknown],
    [
      t('record'),
      record ? (
        <>
          {record.name} <code>{record.id}</code>{' '}
          <Link to={pages.audit({ recordId: record.id })}>{t('allOfRecord')}</Link>
        </>
      ) : (
        unknown
      ),
    ],
    [t('address'), entry.address || unknown],
    [t('call'), <code key="call">{entry.call || unknown}</code>],
    [t('request'), <code key="request">{entry.requestId}</code>],
    [t('duration'), entry.durationMs === null ? unknown : `${formatNumber(entry.durationMs)} ms`],
    [
      t('seal'),
      sealed ? (
        <>
          {t('sealedAs', { seq: formatNumber(sealed.seq) })} <code>{sealed.hash}</code>
        </>
      ) : (
        t('notSealed')
      ),
    ],
  ];
  return (
    <dl className="log-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
