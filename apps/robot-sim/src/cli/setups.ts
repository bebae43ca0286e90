import type { CardRegistry, TrafficKind } from '../operator/card-registry.ts';
import { simCardOf } from '../robot/body/vitals.ts';
import type { RobotProcessSetup } from '../wire/connection/robot-process-setup.ts';
import type { Options } from './args.ts';
import { diskOf, membersOf } from './fleet.ts';
import type { Print } from './print.ts';

interface Surroundings {
  print: Print;
  runEnded: () => void;
  cards?: CardRegistry | undefined;
  observe?: RobotProcessSetup['observe'];
}

type SimulatedSetup = RobotProcessSetup & Pick<Options, 'ca' | 'credentialType'>;

/** The setups of the robots to simulate. */
export const setupsOf = async (
  options: Options,
  { print, runEnded, cards, observe }: Surroundings,
): Promise<SimulatedSetup[]> =>
  (await membersOf(options)).map((member) => ({
    ...options,
    ...member,
    identity: {
      interfaceName: 'vda5050' as const,
      major: options.vda.startsWith('2.') ? ('v2' as const) : ('v3' as const),
      version: options.vda,
      manufacturer: member.manufacturer,
      serialNumber: member.sn,
    },
    disk: diskOf(options.state, member.sn),
    log: (text: string) => print({ sn: member.sn }, text),
    runEnded,
    observe,
    countTraffic: (kind: TrafficKind, bytes: number) => cards?.count(simCardOf(member.sn).iccid, kind, bytes),
  }));
