import type { RobotSetup } from '../../robot/setup.ts';
import type { Disk } from './disk.ts';
import type { UploadMap } from '../maps/map-edits.ts';
import type { FetchMap } from '../maps/map-storage.ts';
import type { Upload } from '../messages/reports.ts';
import type { FetchSection } from '../settings/sections.ts';
import type { PublisherSetup } from './publisher.ts';

/** What a robot's computer is built into. */
export interface ComputerSetup extends Omit<PublisherSetup, 'bootId'> {
  robot: Omit<RobotSetup, 'memory' | 'now'>;
  disk: Disk;
  /** Milliseconds since some moment, which no change of the wall clock moves. */
  monotonicMs: () => number;
  upload: Upload | undefined;
  fetchSection: FetchSection;
  /** A section of more bytes is not sent along in a message but uploaded, and named. */
  inlineBytes?: number | undefined;
  /** Fetches a map, and brings one that was edited here; a robot without a server to ask can do neither. */
  fetchMap?: FetchMap | undefined;
  uploadMap?: UploadMap | undefined;
  reboot: () => void;
  /** Nothing of its owner is left to tell: the robot is as it came from the factory. */
  unbound: () => void;
  /** A line for whoever watches the program. */
  told: (what: string) => void;
}
