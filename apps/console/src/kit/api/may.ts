import { companyTypes, everything, isInternal, type Call, type SessionUser } from '@sweepline/contract';
import { session } from './session.ts';

/** Whether this person passes what a call or a route asks for. The server decides anew; this only hides. */
export function may(allow: Call['allow'], user: SessionUser | null = session.user()): boolean {
  if (allow === 'everyone') return true;
  if (!user) return false;
  if (allow === 'signedIn' || user.roleType === 1) return true;
  if (allow === 'superAdmin') return false;
  const asked: readonly string[] = typeof allow === 'string' ? [allow] : allow;
  // Whatever a role of a customer holds, the provider's own people and roles are no pages of theirs.
  const codes =
    user.companyType === companyTypes.provider ? asked : asked.filter((code) => !isInternal(code));
  if (codes.length === 0) return false;
  return user.authorities.some(({ authority }) => authority === everything || codes.includes(authority));
}
