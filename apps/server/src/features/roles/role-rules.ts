import {
  companyTypes,
  everything,
  grants,
  inTreeOrder,
  isCode,
  isInternal,
  notTheirs,
  roleCodes,
  withWays,
  without,
  type AccountSide,
  type Drift,
} from '@sweepline/contract';
import { holds, Refusal, wrongField, type Account } from '../../platform/calls/ctx.ts';

/** The provider's roles are internal, all others outer. */
export const sideOf = (companyType: number): AccountSide =>
  companyType === companyTypes.provider ? 'INTERNAL' : 'OUTER';

export type RoleAct = keyof typeof roleCodes;

/** What an account holds, as roles name it. */
export const heldBy = (account: Account): ReadonlySet<string> =>
  account.superAdmin ? new Set([everything]) : account.held;

/** Refuses who may not do this on this side. Who may not even see the side is told what a stranger is told. */
export function checkAct(account: Account, side: AccountSide, act: RoleAct): void {
  const { list, [act]: asked } = roleCodes;
  if (holds(account, asked[side])) return;
  throw new Refusal(holds(account, list[side]) ? 'forbidden' : 'notFound');
}

/** The sides whose roles an account may see. */
export const sidesSeen = (account: Account): AccountSide[] =>
  (['INTERNAL', 'OUTER'] as const).filter((side) => holds(account, roleCodes.list[side]));

/**
 * What a role holds after somebody with `held` saves `wanted` over `before`. Codes they do not hold stay exactly as they
 * were: they can neither grant them nor take away what they could not give back.
 */
export function codesAfter(
  held: ReadonlySet<string>,
  before: readonly string[],
  wanted: readonly string[],
): string[] {
  const unknown = wanted.filter((code) => code !== everything && !isCode(code) && !before.includes(code));
  if (unknown.length > 0) throw wrongField('permissions', `unknown: ${unknown.join(', ')}`);
  const after = withWays(wanted, held);
  const { added, removed } = notTheirs(held, before, after);
  const refused = inTreeOrder([...added, ...removed]);
  if (refused.length > 0) throw wrongField('permissions', refused.join(', '));
  return after;
}

/**
 * Refuses to put the provider's own pages into a role of another company, where they open nothing; what such a role holds of them
 * since before may stay.
 */
export function checkSide(side: AccountSide, before: readonly string[], wanted: readonly string[]): void {
  const added = wanted.filter((code) => isInternal(code) && !before.includes(code));
  if (side === 'OUTER' && added.length > 0) throw wrongField('permissions', inTreeOrder(added).join(', '));
}

/** The codes of a role that somebody with `held` could not grant. */
export const beyond = (held: ReadonlySet<string>, codes: readonly string[]): string[] =>
  codes.filter((code) => !grants(held, code));

/** What a default role offers its copies: they stand in other companies than the provider, where internal codes open nothing. */
export const offeredBy = (permissions: readonly string[]): string[] =>
  permissions.filter((code) => !isInternal(code));

const sameCodes = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((code) => others.includes(code));

/** How a copy stands to its default role. `taken` is what it held of it when it last took from it. */
export function driftOf(copy: readonly string[], taken: readonly string[], origin: readonly string[]): Drift {
  if (sameCodes(copy, origin)) return 'SAME';
  const behind = !sameCodes(taken, origin);
  const changed = !sameCodes(taken, copy);
  if (behind && changed) return 'BOTH';
  return behind ? 'BEHIND' : 'CHANGED';
}

/** What a copy gets and loses when its default role is applied: what changed there, and nothing its company changed here. */
export function changeOf(copy: readonly string[], taken: readonly string[], origin: readonly string[]) {
  const losses = copy.filter((code) => taken.includes(code) && !origin.includes(code));
  const kept = new Set(copy.filter((code) => !losses.includes(code)));
  const gains = without(
    origin.filter((code) => !taken.includes(code)),
    kept,
  );
  return { gains: inTreeOrder(gains), losses: inTreeOrder(losses), after: inTreeOrder([...kept, ...gains]) };
}
