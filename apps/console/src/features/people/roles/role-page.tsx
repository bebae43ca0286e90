import type { AccountSide } from '@sweepline/contract';
import { Navigate, useSearchParams } from 'react-router';
import { roleListAt } from './role-address.ts';
import { RoleCompare } from './editor/role-compare.tsx';
import { RoleCopies } from './editor/role-copies.tsx';
import { RoleEditorPage } from './editor/role-editor-page.tsx';

/** A role, its copies, or a comparison of two roles, depending on the address. */
export function RolePage({ side }: { side: AccountSide }) {
  const [params] = useSearchParams();
  const [id, from, copies] = [params.get('id'), params.get('from'), params.get('copies')];
  const [left, right] = [params.get('compare'), params.get('with')];
  if (left && right) return <RoleCompare side={side} ids={[left, right]} />;
  if (copies) return <RoleCopies id={copies} side={side} />;
  if (!id) return <Navigate to={roleListAt(side)} replace />;
  return <RoleEditorPage key={`${id} ${from}`} id={id} from={from} side={side} />;
}
