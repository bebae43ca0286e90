import { appMoves, fieldReason, type AppAct, type AppState } from '@sweepline/contract';
import { Refusal } from '../../../platform/calls/ctx.ts';

/** The state after an act. Refuses an act that is not possible in the present state, and names that state. */
export function stateAfter(state: AppState, act: AppAct): AppState {
  const next = appMoves[state][act];
  if (next === undefined)
    throw new Refusal('appState', { words: { state: fieldReason(`RELEASE_${state}`) } });
  // A deleted app has no state any more.
  return next === 'DELETED' ? state : next;
}
