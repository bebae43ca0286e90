import type { Account } from '@sweepline/contract';
import { unknown } from '../../../kit/format/format.ts';
import { useAccountWords } from './use-account-words.ts';

/** The role, and a second line when the role type adds rights. */
export function RoleCell({ roleName, roleType }: Pick<Account, 'roleName' | 'roleType'>) {
  const words = useAccountWords();
  return (
    <div>
      {roleName ?? unknown}
      {roleType !== 3 && <small>{words.roleType(roleType)}</small>}
    </div>
  );
}
