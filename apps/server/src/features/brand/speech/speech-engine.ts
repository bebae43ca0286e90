import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { langs, speechLimits, type Lang, type SpeechVoice, type SpokenText } from '@sweepline/contract';
import PQueue from 'p-queue';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { outputOf, type OutputLimits } from './limited-output.ts';
import type { SpeechSettings } from './speech-settings-service.ts';
import { checkLetters, plainText } from './speech-text.ts';

export interface SpeechOrder extends Pick<SpokenText, 'text' | 'voice' | 'speed' | 'pitch'> {
  language: Lang;
}

export interface SpeechEngine extends Pick<SpokenText, 'engine' | 'version'> {
  voices: readonly SpeechVoice[];
  /** Refuses a text that its voices do not read. */
  check: (field: string, order: SpeechOrder) => void;
  /** A sound of any format. */
  speak: (order: SpeechOrder) => Promise<Buffer>;
}

const packageName = '@echogarden/espeak-ng-emscripten';
const usualWordsPerMinute = 160;
/** At most so many processes speak at a time. */
const queue = new PQueue({ concurrency: 2 });

const embeddedVoices: readonly SpeechVoice[] = [
  { id: 'en-us', language: 'en', name: 'English (US)' },
  { id: 'en-gb', language: 'en', name: 'English (UK)' },
  { id: 'cmn', language: 'zh-cn', name: '普通话' },
  { id: 'yue', language: 'zh-cn', name: '粤语' },
  { id: 'cmn', language: 'zh-cw', name: '國語' },
  { id: 'yue', language: 'zh-cw', name: '粵語' },
  { id: 'ja', language: 'ja', name: '日本語' },
  { id: 'ko', language: 'ko', name: '한국어' },
  { id: 'de', language: 'ge', name: 'Deutsch' },
];
/** Other ways choose the voice by the language. */
const plainVoices: readonly SpeechVoice[] = langs.map((language) => ({
  id: 'default',
  language,
  name: 'default',
}));

/** The version of the optional package; undefined where it is not installed. */
function installedVersion(): string | undefined {
  try {
    const main = createRequire(import.meta.url).resolve(packageName);
    const { version } = JSON.parse(readFileSync(join(dirname(main), 'package.json'), 'utf8')) as {
      version: string;
    };
    return version;
  } catch {
    return undefined;
  }
}

const embedded = (version: string, limits: OutputLimits): SpeechEngine => ({
  engine: 'EMBEDDED',
  version,
  voices: embeddedVoices,
  check: (field, { text, language }) => checkLetters(field, text, language),
  speak: ({ text, language, voice, speed, pitch }) => {
    const program = join(import.meta.dirname, 'embedded-speech-process.ts');
    const wordsPerMinute = Math.round((usualWordsPerMinute * speed) / 100);
    const order = JSON.stringify({ text: plainText(text, language), voice, wordsPerMinute, pitch });
    return queue.add(() => outputOf(process.execPath, [program], order, {}, limits));
  },
});

const command = (line: string, limits: OutputLimits): SpeechEngine => {
  const [program = '', ...args] = line.trim().split(/\s+/);
  return {
    engine: 'COMMAND',
    version: '',
    voices: plainVoices,
    check: () => undefined,
    speak: ({ text, language, speed, pitch }) =>
      queue.add(() =>
        outputOf(
          program,
          args,
          text,
          { VOICE_LANGUAGE: language, VOICE_SPEED: String(speed), VOICE_PITCH: String(pitch) },
          limits,
        ),
      ),
  };
};

/** The body of an answer, up to the limit. */
async function bodyOf({ body, ok }: Response, bytes: number): Promise<Buffer> {
  if (!ok || !body) throw new Refusal('speechFailed');
  const pieces: Uint8Array[] = [];
  let read = 0;
  for await (const piece of body) {
    read += piece.byteLength;
    if (read > bytes) throw new Refusal('speechFailed');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const server = (url: string, { ms, bytes }: OutputLimits): SpeechEngine => ({
  engine: 'URL',
  version: '',
  voices: plainVoices,
  check: () => undefined,
  speak: async ({ text, speed }) => {
    const address = new URL('v1/audio/speech', url.endsWith('/') ? url : `${url}/`);
    const order = { model: 'tts-1', voice: 'alloy', input: text, speed: speed / 100, response_format: 'wav' };
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
        signal: AbortSignal.timeout(ms),
      });
      return await bodyOf(answer, bytes);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('speechFailed');
    }
  },
});

/** The way to speech that is set up: a server, else a program, else the engine that comes along; undefined without any. */
export function createSpeechEngine(settings: SpeechSettings): SpeechEngine | undefined {
  const limits = settings.limits ?? speechLimits;
  if (settings.url) return server(settings.url, limits);
  if (settings.command) return command(settings.command, limits);
  const version = settings.engine === 'none' ? undefined : installedVersion();
  return version === undefined ? undefined : embedded(version, limits);
}
