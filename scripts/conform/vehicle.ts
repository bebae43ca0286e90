import { readDeclaration, xReported, type Vehicle } from '@sweepline/contract/robot';
import type { Robot } from './robot.ts';

/** What tells the capabilities of the robot under test, as the server reads it. */
export function vehicleOf({ abilities, received, port, major }: Robot): Vehicle {
  const reported = received.findLast(({ name }) => name === 'xReported');
  const { data } = xReported.safeParse(reported?.body);
  const declaration = data && readDeclaration(data);
  return {
    model: port.robot.model,
    protocol: major,
    actions: abilities?.actions ? [...abilities.actions] : null,
    declared: {
      capabilities: declaration?.capabilities ?? null,
      cleaning: declaration?.cleaning ?? null,
      widthM: abilities?.widthM ?? null,
      maxSpeedMps: abilities?.maxSpeedMps ?? null,
    },
  };
}
