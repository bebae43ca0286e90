import { companyCalls, type CompanyNode } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { callQuery } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { SearchInput } from '../../../../kit/form/search-input.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { Tree } from '../../../../kit/list/tree.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import type { CompanyKind } from '../company-address.ts';
import { CompanyBranch } from './company-branch.tsx';
import { HitBranch } from './hit-branch.tsx';
import { CompanyMoveDialog } from '../dialogs/company-move-dialog.tsx';
import { TreeContext } from './tree-context.ts';
import './company-tree.css';

interface Props {
  kind: CompanyKind;
  add: ReactNode;
  views: ReactNode;
}

/** The visible companies as a tree. Branches load when opened; a search shows the path to each hit. */
export function CompanyTree({ kind, add, views }: Props) {
  const { t } = useTranslation('people/companies');
  const [keyword, setKeyword] = useAddress('keyword');
  const [dragged, setDragged] = useState<CompanyNode | null>(null);
  const [dropped, setDropped] = useState<{ company: CompanyNode; target: CompanyNode } | null>(null);
  const drop = (target: CompanyNode) => {
    if (dragged && dragged.id !== target.id) setDropped({ company: dragged, target });
    setDragged(null);
  };
  return (
    <section className="sl-list">
      <header className="sl-page-head">
        <h1>{t(`titles.${kind}`)}</h1>
        <div className="sl-page-actions">
          {views}
          {add}
        </div>
      </header>
      <div className="sl-filters" role="search">
        <SearchInput value={keyword} placeholder={t('treeSearch')} onChange={setKeyword} />
        <Allowed call={companyCalls.move}>
          <span className="co-tree-hint">{t('treeDrag')}</span>
        </Allowed>
      </div>
      <TreeContext value={{ dragged, drag: setDragged, drop }}>
        <Tree label={t('tree')} className="sl-list-rows co-tree">
          {keyword.trim() ? <SearchResult keyword={keyword.trim()} /> : <CompanyBranch depth={0} />}
        </Tree>
      </TreeContext>
      {dropped && <CompanyMoveDialog {...dropped} onClose={() => setDropped(null)} />}
    </section>
  );
}

function SearchResult({ keyword }: { keyword: string }) {
  const { t } = useTranslation('people/companies');
  const { data, error, refetch } = useQuery({
    ...callQuery(companyCalls.tree, { keyword }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  const hits = data.list.filter(({ hit }) => hit).length;
  if (hits === 0) return <Empty icon="search" title={t('treeEmpty')} hint={t('treeEmptyHint')} />;
  return (
    <>
      <HitBranch nodes={data.list} depth={0} />
      {hits < data.total && (
        <p className="co-tree-note">{t('treeHits', { shown: hits, total: data.total })}</p>
      )}
    </>
  );
}
