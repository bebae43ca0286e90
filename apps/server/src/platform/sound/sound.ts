/** Decoded audio: samples between -1 and 1 for each channel. */
export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

/** Limits of an untrusted file: a few megabytes may decode to a gigabyte. */
export interface SoundLimits {
  seconds: number;
}

export const secondsOf = ({ sampleRate, channels }: Sound): number => (channels[0]?.length ?? 0) / sampleRate;
