import { momentOfRtp, rtpDifference, rtpTimestampAt } from '@sweepline/contract/robot';
import { serverTimeOf } from '../capture-time.ts';

/** No picture is older than this when it arrives; a robot whose timestamps say so sends no capture times. */
const maxLateMs = 10_000;

/**
 * Puts the server's time into the RTP timestamps of a robot. The first one decides by how much, because decoders need even steps. A
 * robot that sends no capture times is measured from the arrival of its first picture.
 */
export function timestampCorrection(skewMs: number) {
  let offset: number | undefined;
  return (timestamp: number, arrivedMs: number): number => {
    if (offset === undefined) {
      const correctedMs = serverTimeOf(momentOfRtp(timestamp, arrivedMs), arrivedMs, skewMs);
      const isCaptureTime = arrivedMs - correctedMs <= maxLateMs;
      offset = rtpDifference(rtpTimestampAt(isCaptureTime ? correctedMs : arrivedMs), timestamp);
    }
    return (timestamp + offset) % 2 ** 32;
  };
}
