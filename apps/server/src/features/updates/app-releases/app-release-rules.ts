import { fieldReason, hasText, packageMoves, type ReleaseAct, type ReleaseState } from '@sweepline/contract';
import type { AppReleaseRow } from '../../../entities/updates/app-table.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';

/** The state after an act. Refuses an act that is not possible in the present state, and names that state. */
export function stateAfter(state: ReleaseState, act: ReleaseAct): ReleaseState {
  const next = packageMoves[state][act];
  if (next === undefined) throw stateRefusal(state);
  // A deleted version has no state any more.
  return next === 'DELETED' ? state : next;
}

export const stateRefusal = (state: ReleaseState | 'HALTED'): Refusal =>
  new Refusal('appReleaseState', { words: { state: fieldReason(`RELEASE_${state}`) } });

type Settings = Pick<AppReleaseRow, 'leastBuild' | 'expiresAt'>;

/** Refuses settings that fit no version of this build. */
export function checkSettings({ leastBuild, expiresAt }: Settings, build: number, now: Date): void {
  if (leastBuild !== null && leastBuild > build)
    throw wrongField('leastBuild', 'LEAST_BUILD_ABOVE', { build });
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
    throw wrongField('expiresAt', 'RELEASE_IN_PAST');
}

/** Refuses what no install could use: without notes, or for named installs without any. */
export function checkComplete({ notes, releaseScope, whitelist }: AppReleaseRow): void {
  if (!hasText(notes)) throw wrongField('notes', 'APP_NOTES_MISSING');
  if (releaseScope === 'WHITELIST' && whitelist.length === 0)
    throw wrongField('whitelist', 'WHITELIST_MISSING');
}

/** The certificates that the newest versions of Android see. A device installs an update of the same ones only. */
export const currentCertificates = ({ certificates }: Pick<AppReleaseRow, 'certificates'>): string =>
  certificates
    .filter(({ maxSdk }) => maxSdk === null)
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join(' ');
