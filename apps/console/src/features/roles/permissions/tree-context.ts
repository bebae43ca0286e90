import type { PermissionNode } from '@sweepline/contract';
import { createContext, useContext } from 'react';
import type { Codes } from './permission-choice.ts';

export interface Tree {
  chosen: Codes;
  before: Codes;
  held: Codes;
  readOnly: boolean;
  /** The one part of the tree the keyboard is on. */
  here: string;
  isFolded: (code: string) => boolean;
  fold: (code: string, closed: boolean) => void;
  focus: (code: string) => void;
  press: (node: PermissionNode) => void;
}

export const TreeContext = createContext<Tree | null>(null);

export function useTree(): Tree {
  const tree = useContext(TreeContext);
  if (!tree) throw new Error('a branch stands in a tree');
  return tree;
}
