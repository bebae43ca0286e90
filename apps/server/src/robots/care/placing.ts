import { can } from '@sweepline/contract/robot';
import type { PlaceRobot } from '../../robots-port/robots.ts';
import { refuse } from '../../robots-port/robot-refusal.ts';
import type { CommandRow } from '../commands/command-rules.ts';
import { reachable } from '../commands/robot-refusal.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';
import type { PoseConfirmation, RelocationDeps } from './relocation-service.ts';

/**
 * Puts a robot on a map with the action of the standard (docs/protocol/maps.md#placing): the robot has no relocation mode in which
 * it would stand still, so it must be at rest.
 */
export function createPlacing(
  deps: RelocationDeps,
  confirm: PoseConfirmation,
  isRelocating: (session: Session) => boolean,
) {
  const { ledger, instant, timing, runRegistry } = deps;
  /** Devices whose pose is being set. */
  const placing = new Set<string>();

  const check = (session: Session): void => {
    const { device, live, state } = session;
    if (!can(vehicleOf(session), 'place')) refuse('UNSUPPORTED');
    if (!state) refuse('NO_STATE');
    if (isRelocating(session)) refuse('RELOCATING_ALREADY');
    if (runRegistry.of(device.deviceId) || live.run || state?.driving) refuse('RELOCATION_AT_WORK');
    if (!['AUTOMATIC', 'SEMIAUTOMATIC'].includes(state?.operatingMode ?? '')) refuse('MODE_FORBIDS');
    if (placing.has(device.deviceId)) refuse('WRONG_STATE');
  };

  return async ({ mapId, x, y, theta, ...input }: PlaceRobot): Promise<CommandRow> => {
    const { deviceId } = input;
    const session = reachable(deps.sessionOf(deviceId));
    check(session);
    placing.add(deviceId);
    try {
      if (can(vehicleOf(session), 'maps')) await deps.enableMap(deviceId, mapId, input.by);
      const pose = { x, y, theta, mapId };
      const limitMs = timing.instantTimeoutMs + timing.confirmPoseMs;
      const row = await ledger.begin(session, input, 'relocation.pose', pose, limitMs);
      // Not awaited: the status of the command says whether the robot confirmed the pose.
      void instant
        .send(session, 'initializePosition', { ...pose, lastNodeId: '' })
        .then((outcome) => confirm(session, row, { mapId, outcome, scoreless: true }))
        .catch(() => {})
        .finally(() => void placing.delete(deviceId));
      return row;
    } catch (error) {
      placing.delete(deviceId);
      throw error;
    }
  };
}
