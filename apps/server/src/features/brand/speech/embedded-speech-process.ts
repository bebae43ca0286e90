import { text } from 'node:stream/consumers';
import { wavOf } from '../../../platform/sound/wav-writer.ts';

/** The part of the engine that is used; the package has no types. */
interface Worker {
  samplerate: number;
  set_voice(name: string): number;
  set_rate(wordsPerMinute: number): void;
  set_pitch(pitch: number): void;
  synthesize(text: string, take: (samples: Int16Array | undefined) => void): void;
}
interface Engine {
  eSpeakNGWorker: new () => Worker;
}

/** A process of its own: the engine is under the GPL, and a fresh module speaks a sentence with the same bytes each time. */
const order = JSON.parse(await text(process.stdin)) as {
  text: string;
  voice: string;
  wordsPerMinute: number;
  pitch: number;
};
const name: string = '@echogarden/espeak-ng-emscripten';
const { default: load } = (await import(name)) as { default: () => Promise<Engine> };
const engine = await load();
const worker = new engine.eSpeakNGWorker();
worker.set_voice(order.voice);
worker.set_rate(order.wordsPerMinute);
worker.set_pitch(order.pitch);
const samples: number[] = [];
worker.synthesize(order.text, (piece) => {
  for (const sample of piece ?? []) samples.push(sample / 2 ** 15);
});
const sound = { sampleRate: worker.samplerate, channels: [Float32Array.from(samples)] };
process.stdout.write(wavOf(sound));
