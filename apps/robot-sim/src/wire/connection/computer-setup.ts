import type { OtaKey, OtaPhase } from '@sweepline/contract/robot';
import type { OtaFailure } from '../jobs/ota-record.ts';
import type { OpenStream } from '../../video/streams.ts';
import type { WhipCalls } from '../../video/webrtc-link.ts';
import type { FetchRange } from '../jobs/range-download.ts';
import type { RobotSetup } from '../../robot/setup.ts';
import type { Disk } from './disk.ts';
import type { PartUploads } from './uploads.ts';
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
  /** Reads ranges of a file, and the keys that the robot trusts for updates; undefined without an HTTP server. */
  fetchRange?: FetchRange | undefined;
  /** Uploads a file in parts; undefined without an HTTP server. */
  partUploads?: PartUploads | undefined;
  trustedKeys?: (() => Promise<readonly OtaKey[]>) | undefined;
  /** The keys of the authorities for shells; undefined without an HTTP server. */
  shellAuthorities?: (() => Promise<readonly string[]>) | undefined;
  /** Connects the stream of a camera; undefined without an HTTP server. */
  openStream?: OpenStream | undefined;
  /** Opens and ends streams over WebRTC; undefined without an HTTP server. */
  whip?: WhipCalls | undefined;
  /** Failures of an update, for tests of the server. */
  otaFail?: OtaFailure | undefined;
  powerCut?: OtaPhase | undefined;
  reboot: () => void;
  /** Renews the certificate; undefined for a robot with a password. */
  rotateCredential?: (() => Promise<{ notAfter: string }>) | undefined;
  /** Unbinding is complete: the robot is in factory state. */
  unbound: () => void;
  /** Writes one line to the program's log. */
  log: (text: string) => void;
}
