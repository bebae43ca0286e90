import type { RobotSetup } from '../../robot/setup.ts';
import type { Disk } from './disk.ts';
import type { UploadMap } from '../maps/map-edits.ts';
import type { FetchMap } from '../maps/map-storage.ts';
import type { Upload } from '../messages/reports.ts';
import type { FetchSection } from '../settings/sections.ts';
import type { PublisherSetup } from './publisher.ts';

/** The dependencies of a robot's computer. */
export interface ComputerSetup extends Omit<PublisherSetup, 'bootId'> {
  robot: Omit<RobotSetup, 'memory' | 'now'>;
  disk: Disk;
  /** Monotonic milliseconds, independent of the wall clock. */
  monotonicMs: () => number;
  upload: Upload | undefined;
  fetchSection: FetchSection;
  /** A section of more bytes is uploaded as a file instead of sent in the message. */
  inlineBytes?: number | undefined;
  /** Downloads a map, and uploads an edited one; undefined for a robot without an HTTP server. */
  fetchMap?: FetchMap | undefined;
  uploadMap?: UploadMap | undefined;
  reboot: () => void;
  /** Renews the certificate; undefined for a robot with a password. */
  rotateCredential?: (() => Promise<{ notAfter: string }>) | undefined;
  /** Unbinding is complete: the robot is in factory state. */
  unbound: () => void;
  /** Writes one line to the program's log. */
  log: (text: string) => void;
}
