import { roleCalls, type AccountSide, type Output, type RoleCopyRow } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { useList } from '../../../../kit/list/use-list.ts';
import { CopyResults } from './copy-results.tsx';
import { roleAt } from '../role-address.ts';
import { useCopyColumns } from './use-copy-columns.tsx';
import '../role-list.css';

const canApply = ({ gains, losses, refused }: RoleCopyRow) =>
  gains.length + losses.length > 0 && refused.length === 0;

/** Copies of a default role, with the changes that applying it makes and the results. */
export function RoleCopies({ id, side }: { id: string; side: AccountSide }) {
  const { t } = useTranslation('people/roles');
  const navigate = useNavigate();
  const detail = useQuery({ ...callQuery(roleCalls.detail, { id }), meta: { silent: true } });
  const list = useList(roleCalls.copies, { id });
  const columns = useCopyColumns();
  const [confirmRows, setConfirmRows] = useState<RoleCopyRow[] | null>(null);
  const [results, setResults] = useState<Output<typeof roleCalls.apply>['results']>([]);
  const apply = useAction(roleCalls.apply, {
    done: null,
    after: (output) => {
      setResults(output.results);
      setConfirmRows(null);
    },
  });
  const bulk = useCallback(
    (rows: RoleCopyRow[], clear: () => void) => (
      <ApplyButton
        rows={rows.filter(canApply)}
        onApply={(chosen) => {
          setConfirmRows(chosen);
          clear();
        }}
      />
    ),
    [],
  );
  const role = detail.data;
  usePageName(role && t('copiesOf', { name: role.name }));
  if (detail.error) return <Failure error={detail.error} onRetry={() => void detail.refetch()} />;
  const applicable = list.rows.filter(canApply);
  return (
    <>
      <ListPage
        title={role ? t('copiesOf', { name: role.name }) : ''}
        list={list}
        columns={columns}
        actions={
          <>
            <Button icon="left" onClick={() => void navigate(roleAt(side, id))}>
              {t('toRole')}
            </Button>
            {applicable.length > 0 && (
              <Button look="main" icon="refresh" onClick={() => setConfirmRows(applicable)}>
                {t('applyTo', { count: applicable.length })}
              </Button>
            )}
          </>
        }
        filters={<CopyResults results={results} />}
        bulk={bulk}
        empty={<Empty icon="copy" title={t('noCopies')} hint={t('noCopiesHint')} />}
      />
      {confirmRows && role && (
        <ConfirmDialog
          title={t('applyTitle', { name: role.name, count: confirmRows.length })}
          act={t('applyTo', { count: confirmRows.length })}
          busy={apply.isPending}
          onConfirm={() =>
            apply.mutate({
              id,
              version: role.version,
              copies: confirmRows.map((copy) => ({ id: copy.id, version: copy.version })),
            })
          }
          onClose={() => setConfirmRows(null)}
        >
          {t('applyHint', { count: confirmRows.reduce((sum, { holders }) => sum + holders, 0) })}
        </ConfirmDialog>
      )}
    </>
  );
}

function ApplyButton({ rows, onApply }: { rows: RoleCopyRow[]; onApply: (rows: RoleCopyRow[]) => void }) {
  const { t } = useTranslation('people/roles');
  return (
    <Button icon="refresh" disabled={rows.length === 0} onClick={() => onApply(rows)}>
      {t('applyTo', { count: rows.length })}
    </Button>
  );
}
