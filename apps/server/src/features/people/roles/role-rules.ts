import {
  everything,
  grants,
  inTreeOrder,
  isCode,
  isInternal,
  codesBeyond,
  roleCodes,
  withAncestors,
  without,
  type AccountSide,
  type Drift,
} from '@sweepline/contract';
import { hasPermission, Refusal, wrongField, type Account } from '../../../platform/calls/ctx.ts';

export type RoleAct = keyof typeof roleCodes;

/** The codes granted to an account, in the form of a role's permissions. */
export const heldBy = (account: Account): ReadonlySet<string> =>
  account.superAdmin ? new Set([everything]) : account.permissionCodes;

/** Refuses an action on a side without its right. Without the right to the list, the answer is "not found". */
export function checkAct(account: Account, side: AccountSide, act: RoleAct): void {
  const { list, [act]: codes } = roleCodes;
  if (hasPermission(account, codes[side])) return;
  throw new Refusal(hasPermission(account, list[side]) ? 'forbidden' : 'notFound');
}

/** The sides whose roles the account may see. */
export const visibleSides = (account: Account): AccountSide[] =>
  (['INTERNAL', 'OUTER'] as const).filter((side) => hasPermission(account, roleCodes.list[side]));

/**
 * The codes of a role after a caller with `granted` saves `requested` over `before`. Throws a refusal if this adds or removes a code
 * that the caller does not have.
 */
export function codesAfter(
  granted: ReadonlySet<string>,
  before: readonly string[],
  requested: readonly string[],
): string[] {
  const unknown = requested.filter((code) => code !== everything && !isCode(code) && !before.includes(code));
  if (unknown.length > 0)
    throw wrongField('permissions', 'PERMISSIONS_UNKNOWN', { codes: unknown.join(', ') });
  const after = withAncestors(requested, granted);
  const { added, removed } = codesBeyond(granted, before, after);
  const refused = inTreeOrder([...added, ...removed]);
  if (refused.length > 0)
    throw wrongField('permissions', 'PERMISSIONS_BEYOND', { codes: refused.join(', ') });
  return after;
}

/**
 * Refuses to add internal codes to a role of another company, where they grant nothing. Internal codes that the role already has
 * may stay.
 */
export function checkSide(side: AccountSide, before: readonly string[], requested: readonly string[]): void {
  const added = requested.filter((code) => isInternal(code) && !before.includes(code));
  if (side === 'OUTER' && added.length > 0)
    throw wrongField('permissions', 'PERMISSIONS_INTERNAL', { codes: inTreeOrder(added).join(', ') });
}

/** The codes that a caller with `granted` cannot grant. */
export const beyond = (granted: ReadonlySet<string>, codes: readonly string[]): string[] =>
  codes.filter((code) => !grants(granted, code));

/** The codes of a default role for its copies: without internal codes, which grant nothing in other companies. */
export const offeredBy = (permissions: readonly string[]): string[] =>
  permissions.filter((code) => !isInternal(code));

const sameCodes = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((code) => others.includes(code));

/** State of a copy relative to its default role. `base` holds the origin's codes of the last application. */
export function driftOf(copy: readonly string[], base: readonly string[], origin: readonly string[]): Drift {
  if (sameCodes(copy, origin)) return 'SAME';
  const behind = !sameCodes(base, origin);
  const changed = !sameCodes(base, copy);
  if (behind && changed) return 'BOTH';
  return behind ? 'BEHIND' : 'CHANGED';
}

/** Gains and losses of a copy when its default role is applied: the changes of the origin since `base`. */
export function changeOf(copy: readonly string[], base: readonly string[], origin: readonly string[]) {
  const losses = copy.filter((code) => base.includes(code) && !origin.includes(code));
  const remaining = new Set(copy.filter((code) => !losses.includes(code)));
  const gains = without(
    origin.filter((code) => !base.includes(code)),
    remaining,
  );
  return {
    gains: inTreeOrder(gains),
    losses: inTreeOrder(losses),
    after: inTreeOrder([...remaining, ...gains]),
  };
}
