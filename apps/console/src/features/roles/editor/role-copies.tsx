import { roleCalls, type AccountSide, type Output, type RoleCopyRow } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { reading } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { CopyResults } from './copy-results.tsx';
import { roleAt } from '../role-address.ts';
import { useCopyColumns } from './use-copy-columns.tsx';
import '../role-list.css';

const canApply = ({ gains, losses, refused }: RoleCopyRow) =>
  gains.length + losses.length > 0 && refused.length === 0;

/** Which copies a default role has, what applying it would do to each, and what it did. */
export function RoleCopies({ id, side }: { id: string; side: AccountSide }) {
  const { t } = useTranslation('roles');
  const navigate = useNavigate();
  const found = useQuery({ ...reading(roleCalls.detail, { id }), meta: { silent: true } });
  const list = useList(roleCalls.copies, { id });
  const columns = useCopyColumns();
  const [asking, setAsking] = useState<RoleCopyRow[] | null>(null);
  const [results, setResults] = useState<Output<typeof roleCalls.apply>['results']>([]);
  const apply = useAction(roleCalls.apply, {
    done: null,
    after: (answer) => {
      setResults(answer.results);
      setAsking(null);
    },
  });
  const bulk = useCallback(
    (rows: RoleCopyRow[], clear: () => void) => (
      <ApplyButton
        rows={rows.filter(canApply)}
        onPress={(chosen) => {
          setAsking(chosen);
          clear();
        }}
      />
    ),
    [],
  );
  const role = found.data;
  usePageName(role && t('copiesOf', { name: role.name }));
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
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
              <Button look="main" icon="refresh" onClick={() => setAsking(applicable)}>
                {t('applyTo', { count: applicable.length })}
              </Button>
            )}
          </>
        }
        filters={<CopyResults results={results} />}
        bulk={bulk}
        empty={<Empty icon="copy" title={t('noCopies')} hint={t('noCopiesHint')} />}
      />
      {asking && role && (
        <ConfirmDialog
          title={t('applyTitle', { name: role.name, count: asking.length })}
          act={t('applyTo', { count: asking.length })}
          busy={apply.isPending}
          onConfirm={() =>
            apply.mutate({
              ...{ id, version: role.version },
              copies: asking.map((copy) => ({ id: copy.id, version: copy.version })),
            })
          }
          onClose={() => setAsking(null)}
        >
          {t('applyHint', { count: asking.reduce((sum, { holders }) => sum + holders, 0) })}
        </ConfirmDialog>
      )}
    </>
  );
}

function ApplyButton({ rows, onPress }: { rows: RoleCopyRow[]; onPress: (rows: RoleCopyRow[]) => void }) {
  const { t } = useTranslation('roles');
  return (
    <Button icon="refresh" disabled={rows.length === 0} onClick={() => onPress(rows)}>
      {t('applyTo', { count: rows.length })}
    </Button>
  );
}
