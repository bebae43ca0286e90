import type { AccountSide } from '@sweepline/contract';
import { useSearchParams } from 'react-router';
import { RoleCompare } from './role-compare.tsx';
import { RoleCopies } from './role-copies.tsx';
import { RoleEditorPage } from './role-editor-page.tsx';
import { RoleList } from './role-list.tsx';

/** Roles of one side. Which one is open, or which two are compared, stands in the address. */
export function RolesPage({ side }: { side: AccountSide }) {
  const [params] = useSearchParams();
  const id = params.get('id');
  const copies = params.get('copies');
  const [one, other] = [params.get('compare'), params.get('with')];
  if (one && other) return <RoleCompare side={side} ids={[one, other]} />;
  if (copies) return <RoleCopies id={copies} side={side} />;
  if (id)
    return (
      <RoleEditorPage key={id + (params.get('from') ?? '')} id={id} from={params.get('from')} side={side} />
    );
  return <RoleList side={side} />;
}
