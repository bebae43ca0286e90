import { otaTaskCalls, type OtaPlan, type PreviewVerdict } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { formatNumber, unknown } from '../../../../kit/format/format.ts';
import { Pager } from '../../../../kit/list/pager.tsx';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';

interface Props {
  plan: OtaPlan;
  verdict: PreviewVerdict;
  onClose: () => void;
}

/** The robots of the preview with one verdict. */
export function VerdictDialog({ plan, verdict, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: 10 });
  const [keyword, setKeyword] = useState('');
  const kit = useTranslation('kit').t;
  const { data, error, refetch } = useQuery({
    ...callQuery(otaTaskCalls.previewRobots, {
      plan,
      verdict,
      page,
      pageSize,
      ...(keyword.trim() && { keyword: keyword.trim() }),
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return (
    <Dialog open title={t(`verdict.${verdict}`)} footer={null} width={720} onCancel={onClose}>
      <input
        type="search"
        className="sl-input"
        placeholder={kit('searchDevices')}
        aria-label={kit('searchDevices')}
        value={keyword}
        maxLength={100}
        onChange={(event) => {
          setKeyword(event.target.value);
          setPaging({ page: 1, pageSize });
        }}
      />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={6} />}
      {data && (
        <>
          <PlainTable look="inline">
            <thead>
              <tr>
                <th scope="col">{t('robot')}</th>
                <th scope="col">{t('company')}</th>
                <th scope="col">{t('installed')}</th>
                {verdict === 'UPDATES' && <th scope="col">{t('stageTitle')}</th>}
              </tr>
            </thead>
            <tbody>
              {data.list.map(({ id, nickname, sn, model, companyName, version, way, stage }) => (
                <tr key={id}>
                  <th scope="row">
                    {nickname || sn}
                    <small>
                      {sn} · {model}
                    </small>
                  </th>
                  <td>{companyName}</td>
                  <td>
                    {version ?? unknown}
                    {way.length > 0 && <small>→ {way.join(' → ')}</small>}
                  </td>
                  {verdict === 'UPDATES' && <td>{formatNumber(stage === null ? null : stage + 1)}</td>}
                </tr>
              ))}
            </tbody>
          </PlainTable>
          {data.total === 0 && <p>{kit('noMatch')}</p>}
          <Pager
            total={data.total}
            page={page}
            pageSize={pageSize}
            onChange={(next, size) => setPaging({ page: next, pageSize: size })}
          />
        </>
      )}
    </Dialog>
  );
}
