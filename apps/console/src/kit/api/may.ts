import { companyTypes, everything, isInternal, type Call, type SessionUser } from '@sweepline/contract';
import { session } from './session.ts';

/** Whether the user has the permission of a call or a route. It only hides elements: the server checks every call itself. */
export function may(allow: Call['allow'], user: SessionUser | null = session.user()): boolean {
  if (allow === 'everyone') return true;
  if (!user) return false;
  if (allow === 'signedIn' || user.roleType === 1) return true;
  if (allow === 'superAdmin') return false;
  const required: readonly string[] = typeof allow === 'string' ? [allow] : allow;
  // Internal accounts and roles are pages of the provider only, whatever permissions a customer's role has.
  const codes =
    user.companyType === companyTypes.provider ? required : required.filter((code) => !isInternal(code));
  if (codes.length === 0) return false;
  return user.authorities.some(({ authority }) => authority === everything || codes.includes(authority));
}
