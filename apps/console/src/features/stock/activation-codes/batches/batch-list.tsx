import { activationCodeCalls, type CodeBatch } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { may } from '../../../../kit/api/may.ts';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { BatchBar } from './batch-bar.tsx';
import { BatchLinkDialog } from './batch-link-dialog.tsx';
import { ExportButton } from '../../../../kit/list/export/export-button.tsx';
import { GenerateButton } from '../dialogs/generate-button.tsx';
import { useCodeWords } from '../use-code-words.ts';
import { ViewSwitch } from '../view-switch.tsx';

/** Batches with the number of codes generated and the number left. */
export function BatchList() {
  const { t } = useTranslation('stock/activation-codes');
  const list = useList(activationCodeCalls.batches);
  const columns = useBatchColumns();
  const [linking, setLinking] = useState<CodeBatch | null>(null);
  const links = may(activationCodeCalls.linkBatch.allow);
  const rowActions = useCallback(
    (batch: CodeBatch) => (
      <>
        {links && batch.unused > 0 && (
          <Button
            look="quiet"
            icon="building"
            aria-label={t('linkBatch', { batch: batch.name })}
            onClick={() => setLinking(batch)}
          />
        )}
        <ExportButton
          call={activationCodeCalls.export}
          input={{ batchId: batch.id, form: 'csv' }}
          name="activation-codes"
        />
      </>
    ),
    [t, links],
  );
  return (
    <>
      <ListPage
        title={t('batchesTitle')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={<SearchFilter placeholder={t('searchBatch')} />}
        actions={
          <>
            <ViewSwitch value="batches" />
            <GenerateButton />
          </>
        }
        empty={
          <Empty icon="key" title={t('emptyTitle')} hint={t('emptyHint')}>
            <GenerateButton />
          </Empty>
        }
      />
      {linking && <BatchLinkDialog batch={linking} onClose={() => setLinking(null)} />}
    </>
  );
}

function useBatchColumns(): Column<CodeBatch>[] {
  const { t } = useTranslation('stock/activation-codes');
  const words = useCodeWords();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('batch'),
        cell: ({ id, name, model }) => (
          <>
            <Link to={`?batchId=${id}`}>{name}</Link>
            <small>{words.model(model)}</small>
          </>
        ),
      },
      {
        key: 'total',
        title: t('quantity'),
        numeric: true,
        width: '110px',
        cell: ({ total }) => formatNumber(total),
      },
      { key: 'left', title: t('left'), width: '300px', cell: (batch) => <BatchBar batch={batch} /> },
      {
        key: 'created',
        title: t('created'),
        width: '150px',
        cell: ({ createdAt, createdBy }) => <AgoBy at={createdAt} by={createdBy} />,
      },
    ],
    [t, words],
  );
}
