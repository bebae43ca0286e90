import type { PlannedFault, PlannedRepair } from '../../robot/body/faults.ts';
import type { RideStops } from '../../robot/drive/ride-stops.ts';
import type { RelapseRule } from '../../robot/body/relapses.ts';
import type { Pose } from '@sweepline/map-core';
import type { MapPoint, World } from '../../world/world.ts';
import type { Identity, Outgoing } from '../messages/envelope.ts';
import type { ClientTls } from './http.ts';
import type { OtaPhase } from '@sweepline/contract/robot';
import type { OtaFailure } from '../jobs/ota-record.ts';
import type { NetProfile } from './net-profile.ts';
import type { SimModel } from '../../robot/spec.ts';
import type { Disk } from './disk.ts';

/** A simulated robot and its surroundings. */
export interface RobotProcessSetup {
  identity: Identity;
  model: SimModel;
  world: World;
  start: Pose;
  dock: MapPoint | undefined;
  socPct: number;
  rides?: RideStops | undefined;
  seed: number;
  light: boolean;
  habit: boolean;
  speedup: number;
  mtbfH: number | undefined;
  faults: readonly PlannedFault[];
  repairs?: readonly PlannedRepair[];
  relapses?: readonly RelapseRule[];
  /** Remaining percent of consumables at first, by id. */
  wear?: Readonly<Record<string, number>>;
  net: NetProfile;
  /** How far the robot's clock is ahead of the true time. */
  clockSkewMs?: number;
  url: string;
  http: string | undefined;
  user: string;
  password: string | undefined;
  /** The robot's certificate, and the authority of the server's one. */
  tls?: ClientTls | undefined;
  disk: Disk;
  /** Renews the certificate and reconnects; undefined for a robot with a password. */
  rotateCredential?: (() => Promise<{ notAfter: string }>) | undefined;
  /** Failures of an update, for tests of the server. */
  otaFail?: OtaFailure | undefined;
  powerCut?: OtaPhase | undefined;
  log: (text: string) => void;
  runEnded: () => void;
  /** Called with the bytes sent or received over the mobile network. */
  countTraffic?: (kind: 'MESSAGES' | 'FILES', bytes: number) => void;
  /** Called with each message that was sent or received. */
  observe?: ((message: Omit<Outgoing, 'name'>) => void) | undefined;
}
