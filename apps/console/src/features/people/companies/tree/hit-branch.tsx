import type { CompanyNode } from '@sweepline/contract';
import { useState } from 'react';
import { CompanyLine } from './company-line.tsx';

interface Props {
  /** Hits and their ancestors. */
  nodes: readonly CompanyNode[];
  parentId?: string;
  depth: number;
}

/** The part of the tree that contains the hits of a search, fully open. */
export function HitBranch({ nodes, parentId, depth }: Props) {
  const ids = new Set(nodes.map(({ id }) => id));
  // A node without a parent among the results is at the top.
  const roots = nodes.filter((node) =>
    parentId ? node.parentId === parentId : node.parentId === null || !ids.has(node.parentId),
  );
  return roots.map((node) => <HitNode key={node.id} node={node} nodes={nodes} depth={depth} />);
}

function HitNode({ node, nodes, depth }: Omit<Props, 'parentId'> & { node: CompanyNode }) {
  const [open, setOpen] = useState(true);
  const leads = nodes.some(({ parentId }) => parentId === node.id);
  return (
    <>
      <CompanyLine
        node={{ ...node, childCount: leads ? node.childCount : 0 }}
        depth={depth}
        open={open}
        onToggle={() => setOpen(!open)}
      />
      {open && leads && (
        <div role="group">
          <HitBranch nodes={nodes} parentId={node.id} depth={depth + 1} />
        </div>
      )}
    </>
  );
}
