import type { CompanyNode } from '@sweepline/contract';
import { createContext } from 'react';

interface Dragging {
  dragged: CompanyNode | null;
  drag: (company: CompanyNode | null) => void;
  drop: (target: CompanyNode) => void;
}

/** The dragged company, for every node of the tree. */
export const TreeContext = createContext<Dragging>({ dragged: null, drag: () => {}, drop: () => {} });
