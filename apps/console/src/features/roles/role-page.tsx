import type { AccountSide } from '@sweepline/contract';
import { Navigate, useSearchParams } from 'react-router';
import { roleListAt } from './role-address.ts';
import { RoleCompare } from './editor/role-compare.tsx';
import { RoleCopies } from './editor/role-copies.tsx';
import { RoleEditorPage } from './editor/role-editor-page.tsx';

/** One role, its copies, or two side by side: the address says which. */
export function RolePage({ side }: { side: AccountSide }) {
  const [params] = useSearchParams();
  const [id, from, copies] = [params.get('id'), params.get('from'), params.get('copies')];
  const [one, other] = [params.get('compare'), params.get('with')];
  if (one && other) return <RoleCompare side={side} ids={[one, other]} />;
  if (copies) return <RoleCopies id={copies} side={side} />;
  if (!id) return <Navigate to={roleListAt(side)} replace />;
  return <RoleEditorPage key={`${id} ${from}`} id={id} from={from} side={side} />;
}
