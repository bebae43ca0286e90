import type { CompanyNode } from '@sweepline/contract';
import { useState } from 'react';
import { CompanyLine } from './company-line.tsx';

interface Props {
  /** Hits and the companies on the way to them. */
  nodes: readonly CompanyNode[];
  parentId?: string;
  depth: number;
}

/** The part of the tree that leads to what was searched for, open all the way. */
export function FoundBranch({ nodes, parentId, depth }: Props) {
  const known = new Set(nodes.map(({ id }) => id));
  // The top is whatever has no parent among what is shown.
  const here = nodes.filter((node) =>
    parentId ? node.parentId === parentId : node.parentId === null || !known.has(node.parentId),
  );
  return here.map((node) => <FoundLine key={node.id} node={node} nodes={nodes} depth={depth} />);
}

function FoundLine({ node, nodes, depth }: Omit<Props, 'parentId'> & { node: CompanyNode }) {
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
          <FoundBranch nodes={nodes} parentId={node.id} depth={depth + 1} />
        </div>
      )}
    </>
  );
}
