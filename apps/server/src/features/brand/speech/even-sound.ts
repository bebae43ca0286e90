import { Refusal } from '../../../platform/calls/ctx.ts';
import { evenLoudness } from '../../../platform/sound/even-loudness.ts';
import { factsOf, readSound, type AudioFacts, type AudioOrder } from '../../../platform/sound/sound-facts.ts';
import { wavOf } from '../../../platform/sound/wav-writer.ts';

export interface EvenSound {
  content: Uint8Array;
  facts: AudioFacts;
}

/** A sound as robots get it, judged by its content, whatever an engine says it is. A silent one is refused. */
export async function makeEven(order: AudioOrder): Promise<EvenSound> {
  const { sound } = await readSound(order);
  const even = evenLoudness(sound);
  if (!even) throw new Refusal('speechFailed');
  return { content: wavOf(even), facts: factsOf(even, 'WAV') };
}
