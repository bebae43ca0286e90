const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** A body may take this long to arrive: `graceMs`, and a second more for every `minBytesPerSecond`. */
export interface BodyPace {
  graceMs: number;
  minBytesPerSecond: number;
}

/** Bytes of bodies that may be in flight at once: for one owner, and for the process. */
export interface FlightQuota {
  perOwner: number;
  total: number;
}

export interface BodyLimits {
  paces: Record<'small' | 'upload' | 'robot', BodyPace>;
  /** Bodies held in memory, files of people on disk, and parts of robots' files. One owner can send the largest call. */
  inFlight: Record<'memory' | 'disk' | 'robot', FlightQuota>;
  /** What is still read of a body that was refused, so that the sender reads the answer before the line is cut. */
  drain: { maxBytes: number; maxMs: number };
}

export const bodyLimits: BodyLimits = {
  paces: {
    small: { graceMs: 15_000, minBytesPerSecond: 16 * kilobyte },
    upload: { graceMs: 30_000, minBytesPerSecond: 32 * kilobyte },
    // A robot on a mobile line brings 20 KB/s: 128 MB take it two hours.
    robot: { graceMs: 60_000, minBytesPerSecond: 4 * kilobyte },
  },
  inFlight: {
    memory: { perOwner: 8 * megabyte, total: 64 * megabyte },
    disk: { perOwner: 320 * megabyte, total: 2_048 * megabyte },
    robot: { perOwner: 256 * megabyte, total: 8_192 * megabyte },
  },
  drain: { maxBytes: 256 * kilobyte, maxMs: 5_000 },
};

/** A file of at most this size is kept in memory; a larger one goes to disk while it arrives. */
export const maxBytesInMemory = megabyte;
