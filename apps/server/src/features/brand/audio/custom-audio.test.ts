import {
  audioLimits,
  customAudioCalls,
  errors,
  fileCalls,
  managedFileCalls,
  waveformPoints,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, detail, add, update, remove, address, fetch } = customAudioCalls;
const { superAdmin, agentAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();

const prompt = { name: 'Start', type: 'PROMPT', audience: 'OWN' } as const;

/** A WAV of 16 bits with one channel. */
function wavOf(seconds: number, sample: (at: number) => number, sampleRate = 8_000): Buffer {
  const samples = Array.from({ length: seconds * sampleRate }, (_sample, at) => sample(at / sampleRate));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  const data = Buffer.alloc(samples.length * 2);
  for (const [at, value] of samples.entries()) data.writeInt16LE(Math.round(value * 32_767), at * 2);
  return Buffer.concat([header, data]);
}
const tone = (seconds: number, level = 0.5) =>
  wavOf(seconds, (at) => level * Math.sin(2 * Math.PI * 1_000 * at));

/** MPEG 1, layer III, 128 kbit/s, 44.1 kHz: a frame of silence has 1152 samples in 417 bytes. */
const silentMp3 = (frames: number) =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])),
  );

const upload = (who: Person, content: Uint8Array, input: object = {}, fileName = 'audio.wav') =>
  server.send(
    add,
    who,
    { ...prompt, ...input },
    { files: { audio: new File([content as BlobPart], fileName) } },
  );

test('a sound is measured when it is uploaded: format, length, loudness and waveform', async () => {
  const { code, data } = await upload(mallAdmin, tone(2), { language: 'ge' });
  expect(code).toBe(200);
  expect(data).toMatchObject({ format: 'WAV', seconds: 2, sampleRate: 8_000, channels: 1, language: 'ge' });
  expect(data.peak).toBeCloseTo(-6, 0);
  // A sine of 1 kHz at 0 dBFS in one channel has -3.01 LUFS (EBU Tech 3341).
  expect(data.loudness).toBeCloseTo(-9, 0);
  expect(data.waveform).toHaveLength(waveformPoints);
  expect(data.waveform[100]).toBeCloseTo(0.5);
});

test('an mp3 is decoded, and one that is silent has no loudness', async () => {
  const { code, data } = await upload(mallAdmin, silentMp3(60), {}, 'silence.mp3');
  expect(code).toBe(200);
  expect(data).toMatchObject({ format: 'MP3', sampleRate: 44_100, loudness: null, peak: null });
  expect(data.seconds).toBeGreaterThan(1.4);
});

test.each<[what: string, content: Buffer, fileName: string]>([
  ['noise', Buffer.from('not a sound at all'), 'audio.wav'],
  [
    'noise that begins like an mp3',
    Buffer.concat([Buffer.from('fffb', 'hex'), Buffer.alloc(5_000, 0x5a)]),
    'a.mp3',
  ],
  ['a wav under the name of an mp3', tone(1), 'audio.mp3'],
  ['a wav that was cut', tone(1).subarray(0, 9_000), 'audio.wav'],
  ['a wav without samples', wavOf(0, () => 0), 'audio.wav'],
  ['a wav with a sample rate of 0', wavOf(0.01, () => 0).fill(0, 24, 28), 'audio.wav'],
])('%s is refused as a format', async (_what, content, fileName) => {
  expect((await upload(mallAdmin, content, {}, fileName)).code).toBe(errors.fileFormat.code);
});

test('a prompt has at most 60 seconds, a promotion 180, a file 10 MB', async () => {
  const tooLong = audioLimits.seconds.PROMPT + 1;
  const refused = [
    await upload(
      mallAdmin,
      wavOf(tooLong, () => 0),
    ),
    await upload(mallAdmin, Buffer.alloc(audioLimits.bytes + 1)),
  ];
  expect(refused.map(({ msg }) => msg)).toEqual([errors.fileTooLarge.texts.en, errors.fileTooLarge.texts.en]);
  const promotion = await upload(
    mallAdmin,
    wavOf(tooLong, () => 0),
    { type: 'PROMOTION' },
  );
  const { id, version } = promotion.data;
  const fields = { ...prompt, language: null, agentLevel: null };
  expect((await server.send(update, mallAdmin, { id, version, ...fields })).data).toMatchObject({
    reasons: { type: { code: 'AUDIO_TOO_LONG' } },
  });
});

test('a sound uses the storage of its company, as other uploaded files do', async () => {
  const usedBytes = async () => (await server.ok(managedFileCalls.usage, agentAdmin, {})).usedBytes;
  const before = await usedBytes();
  const content = tone(1);
  await upload(agentAdmin, content);
  expect(await usedBytes()).toBe(before + content.length);
});

test('companies below read a file that names their type and level, never one above or beside', async () => {
  const names = async (who: Person) =>
    (await server.ok(list, who, {})).list.map(({ name }) => name).toSorted();
  const { agent, provider } = companyIds;
  await server.anAudio({ companyId: provider, name: 'all', audience: 'ALL' });
  await server.anAudio({ companyId: provider, name: 'agents', audience: 'AGENT' });
  await server.anAudio({ companyId: provider, name: 'agents 2', audience: 'AGENT', audienceLevel: 2 });
  await server.anAudio({ companyId: agent, name: 'terminals', audience: 'TERMINAL' });
  await server.anAudio({ companyId: agent, name: 'own' });
  expect(await names(mallAdmin)).toEqual(['all', 'terminals']);
  expect(await names(agentAdmin)).toEqual(['agents', 'all', 'own', 'terminals']);
  expect(await names(otherAdmin)).toEqual(['all']);
  const shared = (await server.ok(list, mallAdmin, { keyword: 'terminals' })).list[0]!;
  expect(shared).toMatchObject({ company: null, isOwn: false, updatedBy: '' });
  const { id, version } = shared;
  const fields = { ...prompt, language: null, agentLevel: null };
  expect((await server.send(update, mallAdmin, { id, version, ...fields })).code).toBe(errors.notFound.code);
  expect((await server.send(remove, mallAdmin, { id })).code).toBe(errors.notFound.code);
  expect((await server.send(detail, otherAdmin, { id })).code).toBe(errors.notFound.code);
});

test('a sound plays at an address for ten minutes, for as long as the account may read it', async () => {
  const content = tone(1);
  const { data } = await upload(agentAdmin, content, { audience: 'TERMINAL' });
  const { url } = await server.ok(address, mallAdmin, { id: data.id });
  const token = url.split('/').at(-1)!;
  const answer = await server.answerOf(fetch, undefined, { token });
  expect(answer.headers['content-type']).toBe('audio/wav');
  expect(answer.rawPayload.equals(content)).toBe(true);
  const { id, version } = data;
  const fields = { ...prompt, language: null, agentLevel: null };
  await server.ok(update, agentAdmin, { id, version, ...fields });
  expect((await server.send(fetch, undefined, { token })).code).toBe(errors.notFound.code);
  const own = (await server.ok(address, agentAdmin, { id })).url.split('/').at(-1)!;
  server.clock.advance(11 * 60_000);
  expect((await server.send(fetch, undefined, { token: own })).code).toBe(errors.notFound.code);
});

test('a file is changed with its current version, and deleted with its bytes', async () => {
  const { data } = await upload(mallAdmin, tone(1));
  const fields = {
    ...prompt,
    name: 'Begin',
    language: 'en' as const,
    audience: 'ALL' as const,
    agentLevel: 2,
  };
  const changed = await server.ok(update, mallAdmin, { id: data.id, version: data.version, ...fields });
  expect(changed).toMatchObject({
    name: 'Begin',
    language: 'en',
    audience: 'ALL',
    agentLevel: null,
    version: 2,
  });
  expect((await server.send(update, mallAdmin, { id: data.id, version: 1, ...fields })).code).toBe(
    errors.changedMeanwhile.code,
  );
  const [file] = await server.asOwner(
    (sql) => sql`select file_id as id from custom_audio where id = ${data.id}`,
  );
  await server.ok(remove, mallAdmin, { id: data.id });
  expect((await server.send(fileCalls.read, superAdmin, { hash: String(file?.id) })).code).toBe(
    errors.notFound.code,
  );
});
