import type { DriveRight, OpenedView, VideoSize, ViewRight } from '@sweepline/contract';
import type { Camera, StreamTransport } from '@sweepline/contract/robot';
import type { Driver } from './robots.ts';

export interface VideoRequests {
  /** Watches a camera: joins its stream, or starts one. It does not wait for the robot. */
  open(input: WatchCamera): Promise<OpenedView>;
  /** The page still shows the picture, over this transport. */
  keepOn(view: OwnView & { transport?: StreamTransport }): Promise<void>;
  close(view: OwnView): Promise<void>;
  /** The answer to the SDP offer of a page: its view is served over WebRTC as well. It waits for the robot. */
  subscribe(offer: ViewerOffer): Promise<SdpAnswer>;
  unsubscribe(view: OwnView): Promise<void>;
  /** The answer to the SDP offer of a robot that was asked for a stream over WebRTC. */
  publish(offer: RobotOffer): Promise<SdpAnswer>;
  /** The robot ends a stream that it publishes. False if it publishes none of this id. */
  unpublish(stream: Pick<RobotOffer, 'deviceId' | 'sessionId'>): Promise<boolean>;
  /** Records the live video of a view. */
  record(input: RecordCamera): Promise<{ id: string }>;
  /** Resolves when the end is stored. */
  stopRecording(input: StopRecording): Promise<void>;
}

/** The sign-in is that of the view, whose session this is. */
export interface RecordCamera {
  deviceId: string;
  sessionId: string;
  login: string;
  accountId: string;
  person: string;
  company: string;
  byRight: DriveRight;
  reason: string;
}

interface StopRecording {
  deviceId: string;
  recordingId: string;
  /** Who stops it, if not its person. */
  by: string;
}

export interface ViewerOffer extends OwnView {
  sessionId: string;
  sdp: string;
}

export interface RobotOffer {
  deviceId: string;
  sessionId: string;
  token: string;
  sdp: string;
}

/** OFFER: the SDP cannot be used. TOKEN: it is wrong, used or late. AWAY: there is no WebRTC now, and JPEG goes on. */
export type SdpAnswer = { sdp: string } | { refused: 'OFFER' | 'TOKEN' | 'AWAY' };

export interface WatchCamera {
  deviceId: string;
  camera: Camera;
  viewer: Driver & { company: string };
  /** The account's session. A view by RULE has none: its login is a random id, with which no page receives frames. */
  login: string;
  byRight: ViewRight;
  reason: string;
  /** LARGE without it: the version before does not send it. */
  size?: VideoSize;
  /** The robot can send it over WebRTC too. */
  hasWebrtc?: boolean;
}

export interface OwnView {
  deviceId: string;
  viewId: string;
  login: string;
}
