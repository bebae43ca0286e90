import { deviceVersionCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { usePartName } from '../../../shared/words/use-part-name.ts';

/** The parts in the robot's last report. */
export function PartTable({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/versions');
  const nameOf = usePartName();
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceVersionCalls.parts, { deviceId }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  if (data.parts.length === 0) return <Empty icon="data" title={t('none')} hint={t('noneHint')} />;
  return (
    <>
      <PlainTable>
        <thead>
          <tr>
            <th scope="col">{t('partTitle')}</th>
            <th scope="col">{t('version')}</th>
            <th scope="col">{t('since')}</th>
            <th scope="col">{t('before')}</th>
          </tr>
        </thead>
        <tbody>
          {data.parts.map(({ part, version, since, before }) => (
            <tr key={part}>
              <th scope="row">{nameOf(part)}</th>
              <td>
                <code>{version}</code>
              </td>
              <td>
                <Ago at={since} />
              </td>
              <td className="dv-before">{before ?? unknown}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className="dv-note">
        {t('reported')} <Ago at={data.reportedAt} />
      </p>
    </>
  );
}
