import type { AccountSide } from '@sweepline/contract';
import { Navigate, useSearchParams } from 'react-router';
import { roleAt } from './role-address.ts';
import { RoleList } from './role-list.tsx';

/** Roles of one side. An address with a role id redirects to the page of the role. */
export function RolesPage({ side }: { side: AccountSide }) {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id ? <Navigate to={roleAt(side, id)} replace /> : <RoleList side={side} />;
}
