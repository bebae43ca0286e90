const maxLateness = 1000;
/** A robot whose counter and clock both began again is believed when it goes on in order for this time. */
const newOrderMs = 30_000;

/** What orders the messages of a topic: the robot's counter and the robot's time. */
export interface Place {
  headerId: number;
  /** NaN for a time that cannot be read. */
  sentMs: number;
}

/**
 * Whether a message is older than the last of its session: its counter and its time are both not above those of the last one. A lower
 * counter with a later time is a restart. Without a time, a small step back of the counter is late; a wrap counts as a step forward.
 */
export function isLate(last: Place | undefined, { headerId, sentMs }: Place): boolean {
  if (last === undefined || headerId >= last.headerId) return false;
  if (Number.isNaN(sentMs) || Number.isNaN(last.sentMs)) return last.headerId - headerId <= maxLateness;
  return sentMs <= last.sentMs;
}

/** The messages of one topic in their order. */
export class TopicOrder {
  #last: Place | undefined;
  /** The newest of the late messages that follow each other in order, and when the first of them arrived. */
  #run: { newest: Place; sinceMs: number } | undefined;

  /** Whether a message is newer than those before; an old one is not the last one then. */
  accepts(place: Place, receivedMs: number): boolean {
    if (isLate(this.#last, place) && !this.#hasNewOrder(place, receivedMs)) return false;
    this.#last = place;
    this.#run = undefined;
    return true;
  }

  #hasNewOrder(place: Place, receivedMs: number): boolean {
    const run = this.#run;
    const follows = run && place.headerId > run.newest.headerId && place.sentMs > run.newest.sentMs;
    const sinceMs = follows ? run.sinceMs : receivedMs;
    this.#run = { newest: place, sinceMs };
    return receivedMs - sinceMs >= newOrderMs;
  }
}
