/** The cameras that a robot may have: docs/protocol/video.md#cameras. */
export const cameras = ['FRONT', 'LEFT', 'RIGHT', 'REAR', 'DOWN'] as const;
export type Camera = (typeof cameras)[number];
export const isCamera = (name: string): name is Camera => (cameras as readonly string[]).includes(name);

/** How a stream is carried. A robot names those that it can in `xReported.streams`. */
export const streamTransports = ['WS_JPEG', 'WEBRTC'] as const;
export type StreamTransport = (typeof streamTransports)[number];
export const videoWidths = [320, 640, 1280] as const;

/** Cameras of one robot at the same time. */
export const maxCameras = 2;
/** A longer message ends the connection of a stream. */
export const maxFrameBytes = 256 * 1024;
