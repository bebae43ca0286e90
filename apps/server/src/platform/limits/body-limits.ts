const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The time that a body may take to arrive: `graceMs` plus one second per `minBytesPerSecond` bytes. */
export interface BodyPace {
  graceMs: number;
  minBytesPerSecond: number;
}

/** The maximum bytes of bodies in flight: for one owner, and for the process. */
export interface FlightQuota {
  perOwner: number;
  total: number;
}

export interface BodyLimits {
  paces: Record<'small' | 'upload' | 'robot', BodyPace>;
  /** Bodies in memory, uploaded files on disk, and parts of robots' files. One owner can send the largest call. */
  inFlight: Record<'memory' | 'disk' | 'robot', FlightQuota>;
  /** How much of a refused body is still read, so that the sender reads the answer before the connection is closed. */
  drain: { maxBytes: number; maxMs: number };
}

/** The limits in production. */
export const bodyLimits: BodyLimits = {
  paces: {
    small: { graceMs: 15_000, minBytesPerSecond: 16 * kilobyte },
    upload: { graceMs: 30_000, minBytesPerSecond: 32 * kilobyte },
    // A robot on a mobile network sends 20 KB/s: 128 MB take two hours.
    robot: { graceMs: 60_000, minBytesPerSecond: 4 * kilobyte },
  },
  inFlight: {
    memory: { perOwner: 8 * megabyte, total: 64 * megabyte },
    disk: { perOwner: 320 * megabyte, total: 2_048 * megabyte },
    robot: { perOwner: 256 * megabyte, total: 8_192 * megabyte },
  },
  drain: { maxBytes: 256 * kilobyte, maxMs: 5_000 },
};

/** A call whose files are at most this large keeps them in memory; larger files are written to disk while they arrive. */
export const maxBytesInMemory = megabyte;
