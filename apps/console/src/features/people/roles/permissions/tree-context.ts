import type { PermissionNode } from '@sweepline/contract';
import { createContext, useContext } from 'react';
import type { Codes } from './permission-choice.ts';

export interface Tree {
  chosen: Codes;
  before: Codes;
  granted: Codes;
  readOnly: boolean;
  isFolded: (code: string) => boolean;
  fold: (code: string, closed: boolean) => void;
  toggle: (node: PermissionNode) => void;
}

export const TreeContext = createContext<Tree | null>(null);

export function useTree(): Tree {
  const tree = useContext(TreeContext);
  if (!tree) throw new Error('useTree needs a TreeContext');
  return tree;
}
