import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customAudioCalls, errors, langs, speechCalls, type Lang, type Sent } from '@sweepline/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evenLoudness } from '../../../platform/sound/even-loudness.ts';
import { truePeakOf } from '../../../platform/sound/limiter.ts';
import { loudnessOf } from '../../../platform/sound/loudness.ts';
import { readWav } from '../../../platform/sound/wav-reader.ts';
import { wavOf } from '../../../platform/sound/wav-writer.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer, testServer } from '../../../test-kit/test-server.ts';
import { outputOf } from './limited-output.ts';
import { createSpeechEngine } from './speech-engine.ts';
import { plainText } from './speech-text.ts';

const { list, preview, convert } = speechCalls;
const { mallAdmin } = people;

const sentences: Record<Lang, string> = {
  en: 'Cleaning starts now. Please make way.',
  'zh-cn': '清扫开始，请让一让。',
  'zh-cw': '清掃開始，請讓一讓。',
  ja: 'そうじをはじめます。どうぞおとおりください。',
  ko: '청소를 시작합니다. 길을 비켜 주세요.',
  ge: 'Die Reinigung beginnt. Bitte machen Sie Platz.',
};
const voices: Record<Lang, string> = {
  en: 'en-us',
  'zh-cn': 'cmn',
  'zh-cw': 'cmn',
  ja: 'ja',
  ko: 'ko',
  ge: 'de',
};
const order = (text: string, language: Lang = 'en'): Sent<typeof preview> => ({
  type: 'PROMPT',
  texts: [{ language, voice: voices[language], text }],
  speed: 100,
  pitch: 50,
});
const tone = (seconds: number, level: number, sampleRate = 44_100) => ({
  sampleRate,
  channels: [
    Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
      const isLoud = at > sampleRate * 0.5 && at < sampleRate * (seconds - 0.5);
      return isLoud ? level * Math.sin((2 * Math.PI * 440 * at) / sampleRate) : 0;
    }),
  ],
});

describe('the embedded engine', () => {
  const server = testServer();

  test('speaks each language, evenly loud, below its peak, and the same bytes each time', async () => {
    const texts = langs.map((language) => ({
      language,
      voice: voices[language],
      text: sentences[language],
    }));
    const input = { ...order(''), texts };
    const { sounds } = await server.ok(preview, mallAdmin, input);
    expect(sounds.map(({ language }) => language)).toEqual([...langs]);
    for (const { language, audio, seconds, loudness } of sounds) {
      const sound = readWav(Buffer.from(audio, 'base64'), { seconds: 60 });
      expect(sound.sampleRate, language).toBe(22_050);
      expect(seconds, language).toBeGreaterThan(1.5);
      expect(Math.abs(loudness! + 18), language).toBeLessThanOrEqual(0.5);
      expect(20 * Math.log10(truePeakOf(sound.channels[0]!)), language).toBeLessThanOrEqual(-0.99);
    }
    const again = await server.ok(preview, mallAdmin, order(sentences.ge, 'ge'));
    expect(again.sounds[0]?.audio).toBe(sounds.find(({ language }) => language === 'ge')?.audio);
  });

  test('keeps a text with the names of a robot as a file that tells how it was spoken', async () => {
    const device = await server.aDevice({ nickname: 'Otto' });
    const { list: kept } = await server.ok(convert, mallAdmin, {
      ...order('I am {robot} of {company}.'),
      deviceId: device.id,
      name: 'Hello',
      audience: 'OWN',
      agentLevel: null,
    });
    expect(kept[0]).toMatchObject({
      name: 'Hello',
      type: 'PROMPT',
      language: 'en',
      format: 'WAV',
      channels: 1,
      spoken: { voice: 'en-us', speed: 100, pitch: 50, engine: 'EMBEDDED', version: '0.3.5' },
    });
    expect(kept[0]?.spoken?.text).toMatch(/^I am Otto of .+\.$/);
    const found = await server.ok(customAudioCalls.detail, mallAdmin, { id: kept[0]!.id });
    expect(found.spoken).toEqual(kept[0]?.spoken);
  });

  test.each<[what: string, input: Sent<typeof preview>, field: string, code: string]>([
    ['a text without words', order('… !'), 'texts.0.text', 'SPEECH_EMPTY'],
    ['a script that the voice does not read', order('Hello мир'), 'texts.0.text', 'SPEECH_SCRIPT'],
    ['kanji', order('掃除をはじめます', 'ja'), 'texts.0.text', 'SPEECH_KANJI'],
    ['a name without a robot', order('I am {robot}'), 'texts.0.text', 'SPEECH_NAME'],
    [
      'a voice of another language',
      { ...order('Hello'), texts: [{ language: 'en', voice: 'de', text: 'Hello' }] },
      'texts.0.voice',
      'NO_SUCH_VOICE',
    ],
  ])('%s is refused with its place', async (_, input, field, code) => {
    const { data } = await server.send(preview, mallAdmin, input);
    expect(data).toMatchObject({ reasons: { [field]: { code } } });
  });

  test('more than 500 characters and NUL are refused', async () => {
    for (const text of ['a'.repeat(501), 'a\u0000b'])
      expect((await server.send(preview, mallAdmin, order(text))).code).toBe(errors.invalid.code);
  });

  test('tells its voices, and reads no markup and no percent sign', async () => {
    const found = await server.ok(list, mallAdmin, {});
    expect(found).toMatchObject({ engine: 'EMBEDDED', version: '0.3.5' });
    expect(new Set(found.voices.map(({ language }) => language))).toEqual(new Set(langs));
    expect(plainText('<b>20 %</b> & 5 😀', 'ja')).toBe(' b 20パーセント /b    5  ');
  });
});

describe('a server without a way to speech', () => {
  const server = ownTestServer({ speech: { engine: 'none' } });
  test('says so', async () => {
    expect(await server.ok(list, mallAdmin, {})).toEqual({ engine: null, version: '', voices: [] });
    expect((await server.send(preview, mallAdmin, order('Hello'))).code).toBe(errors.voiceMissing.code);
  });
});

describe('other ways', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sweepline-voice-'));
    await writeFile(join(folder, 'sound.wav'), wavOf(tone(2, 0.1)));
    await writeFile(join(folder, 'speak'), `#!/bin/sh\ncat > ${folder}/text\ncat ${folder}/sound.wav\n`);
    await chmod(join(folder, 'speak'), 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('a program gets the text on its standard input', async () => {
    const engine = createSpeechEngine({ command: join(folder, 'speak') })!;
    const sound = await engine.speak({
      text: '掃除',
      language: 'ja',
      voice: 'default',
      speed: 100,
      pitch: 50,
    });
    expect(readWav(sound, { seconds: 60 }).sampleRate).toBe(44_100);
  });

  test('a server gets the text as its clients send it', async () => {
    const requests: unknown[] = [];
    const answering = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        requests.push([request.url, JSON.parse(body)]);
        response.end(wavOf(tone(2, 0.1)));
      });
    }).listen(0, '127.0.0.1');
    await once(answering, 'listening');
    const { port } = answering.address() as AddressInfo;
    const engine = createSpeechEngine({ url: `http://127.0.0.1:${port}` })!;
    await engine.speak({ text: 'Hello', language: 'en', voice: 'default', speed: 150, pitch: 50 });
    expect(requests).toEqual([
      ['/v1/audio/speech', expect.objectContaining({ input: 'Hello', speed: 1.5, response_format: 'wav' })],
    ]);
    answering.close();
  });

  test.each([
    ['hangs', ['-c', 'sleep 60'], { ms: 100, bytes: 1000 }],
    ['writes without end', ['-c', 'yes'], { ms: 10_000, bytes: 1000 }],
    ['fails', ['-c', 'exit 3'], { ms: 10_000, bytes: 1000 }],
  ])('a program that %s is ended, and its output is not used', async (_, args, limits) => {
    await expect(outputOf('/bin/sh', args, 'text', {}, limits)).rejects.toMatchObject({
      reason: 'speechFailed',
    });
  });
});

test('programs that an endless program started end with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-voice-'));
  const line = `yes & echo $! > ${folder}/pid; wait`;
  await expect(
    outputOf('/bin/sh', ['-c', line], 'text', {}, { ms: 10_000, bytes: 100_000 }),
  ).rejects.toMatchObject({ reason: 'speechFailed' });
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  expect(pid).toBeGreaterThan(1);
  // One that has ended stays as a zombie where nothing waits for it.
  const state = () => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  await eventually(async () => (await state()).includes(') Z'), 'the started program to end');
  await rm(folder, { recursive: true, force: true });
});

test('a quiet and a clipping sound become equally loud, without the silence at their ends', () => {
  for (const level of [0.01, 1]) {
    const even = evenLoudness(tone(4, level))!;
    expect(even.sampleRate).toBe(22_050);
    expect(even.channels[0]!.length / 22_050).toBeCloseTo(3.1, 1);
    expect(Math.abs(loudnessOf(even)! + 18)).toBeLessThanOrEqual(0.5);
  }
  expect(evenLoudness({ sampleRate: 8_000, channels: [new Float32Array(8_000)] })).toBeUndefined();
});
