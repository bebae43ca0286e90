import { companyCalls } from '@sweepline/contract';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { CompanyLine } from './company-line.tsx';

const pageSize = 50;

/** The children of a company, or the top level; the rest of a long branch loads on request. */
export function CompanyBranch({ parentId, depth }: { parentId?: string; depth: number }) {
  const { t } = useTranslation('people/companies');
  const [pages, setPages] = useState(1);
  const read = useQueries({
    queries: Array.from({ length: pages }, (_, n) => ({
      ...callQuery(companyCalls.tree, { ...(parentId && { parentId }), page: n + 1, pageSize }),
      meta: { silent: true },
    })),
  });
  const failed = read.find(({ error, data }) => error && !data);
  if (failed?.error) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  const nodes = read.flatMap(({ data }) => data?.list ?? []);
  const left = (read.find(({ data }) => data)?.data?.total ?? 0) - nodes.length;
  if (read[0]?.isPending) return <Skeleton lines={2} />;
  return (
    <>
      {nodes.map((node) => (
        <BranchNode key={node.id} node={node} depth={depth} first={depth === 0} />
      ))}
      {left > 0 && (
        <div className="co-tree-more" style={{ paddingInlineStart: 20 + depth * 22 }}>
          <Button look="quiet" icon="down" onClick={() => setPages(pages + 1)}>
            {t('treeMore', { count: Math.min(left, pageSize) })}
          </Button>
        </div>
      )}
    </>
  );
}

type LineProps = Omit<Parameters<typeof CompanyLine>[0], 'open' | 'onToggle'> & { first: boolean };

/** A node and, while it is open, its children. The top node is open at first. */
function BranchNode({ first, ...line }: LineProps) {
  const [open, setOpen] = useState(first);
  return (
    <>
      <CompanyLine {...line} open={open} onToggle={() => setOpen(!open)} />
      {open && line.node.childCount > 0 && (
        <div role="group">
          <CompanyBranch parentId={line.node.id} depth={line.depth + 1} />
        </div>
      )}
    </>
  );
}
