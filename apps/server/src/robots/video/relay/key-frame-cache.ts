/** Longer since the last key frame, the packets since then are no quick start any more. */
const maxPackets = 1_200;

/** The packets since the last key frame: a new viewer decodes them at once. */
export function createKeyFrameCache<P>() {
  let packets: P[] = [];
  let isComplete = false;
  return {
    add(packet: P, isKeyFrameStart: boolean): void {
      if (isKeyFrameStart) {
        packets = [];
        isComplete = true;
      }
      if (!isComplete) return;
      packets.push(packet);
      if (packets.length <= maxPackets) return;
      packets = [];
      isComplete = false;
    },
    /** Empty without a key frame: one must be requested. */
    packets: (): readonly P[] => packets,
  };
}
