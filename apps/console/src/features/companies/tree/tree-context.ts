import type { CompanyNode } from '@sweepline/contract';
import { createContext } from 'react';

interface Dragging {
  dragged: CompanyNode | null;
  drag: (company: CompanyNode | null) => void;
  drop: (target: CompanyNode) => void;
}

/** What is being dragged over the tree, for every line of it. */
export const TreeContext = createContext<Dragging>({ dragged: null, drag: () => {}, drop: () => {} });
