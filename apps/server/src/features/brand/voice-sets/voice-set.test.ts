import { customAudioCalls, errors, voiceSetCalls, type Output } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import {
  audioSectionName,
  changeSection,
  settingsSection,
  type SectionEvent,
} from '../../devices/settings/section-service.ts';
import { advanceVoices } from './voice-rollout-due-service.ts';

const { list, detail, add, update, remove, preview, rollout, rollouts, cancel, robots, device } =
  voiceSetCalls;
const { mallAdmin, agentAdmin, otherAdmin } = people;
const server = testServer();

type Robot = { id: string; companyId: string };
const applyEvent = (robot: Robot, name: string, event: SectionEvent) =>
  inScope(server.db, '*', (db) =>
    changeSection({ db, now: server.clock, bus: server.bus }, robot, name, event),
  );
const sectionOf = async ({ id }: Robot) =>
  (
    await inScope(server.db, '*', (tx) =>
      tx.select().from(deviceSections).where(eq(deviceSections.deviceId, id)),
    )
  ).find(({ name }) => name === audioSectionName);
const slotsOf = async (robot: Robot) =>
  ((await sectionOf(robot))!.document['items'] as { slot: string; fileId: string; sha256: string }[]).map(
    ({ slot, fileId }) => [slot, fileId],
  );

/** A robot with these slots, which speaks a language. */
async function aSpeaker(language = 'ge', changes: Parameters<typeof server.aDevice>[0] = {}) {
  const { id, companyId, nickname } = await server.aDevice({ model: 'J30', ...changes });
  const robot = { id, companyId, nickname };
  const document = { volume: 60, language, timezone: 'Europe/Berlin' };
  await applyEvent(robot, settingsSection, { kind: 'pushed', baseVersion: 0, document });
  await tell(robot, []);
  return robot;
}
/** What the robot says about its slots. */
const tell = ({ id, companyId }: Robot, audio: object[]) =>
  inScope(server.db, '*', async (tx) => {
    const document = { audioSlots: ['START', 'FINISH', 'PROMO_1'], audio };
    const row = { companyId, deviceId: id, kind: 'REPORTED', hash: JSON.stringify(audio), document };
    await tx
      .insert(deviceDocuments)
      .values({ ...row, changedAt: server.clock().toISOString() })
      .onConflictDoUpdate({ target: [deviceDocuments.deviceId, deviceDocuments.kind], set: { document } });
  });
const report = async (robot: Robot, status: 'APPLIED' | 'FAILED', code = '') => {
  await applyEvent(robot, audioSectionName, { kind: 'published', atMs: 0 });
  const { version = 0, hash = '' } = (await sectionOf(robot)) ?? {};
  await applyEvent(robot, audioSectionName, { kind: 'reported', report: { version, hash, status, code } });
};

/** A set with a German and an English start, and an English end. */
async function aSet(who = mallAdmin) {
  const german = await server.anAudio({ name: 'Los', language: 'ge' }, 'los');
  const english = await server.anAudio({ name: 'Go', language: 'en' }, 'go');
  const items = [
    { language: 'ge' as const, slot: 'START', audioId: german.id },
    { language: 'en' as const, slot: 'START', audioId: english.id },
    { language: 'en' as const, slot: 'FINISH', audioId: english.id },
  ];
  const name = `Set ${german.id}`;
  const set = await server.ok(add, who, { name, remark: '', items });
  return { set, german, english, items };
}
type Slots = Output<typeof device>['slots'];
const slotIn = (slots: Slots, name: string) => slots.find(({ slot }) => slot === name);

describe('a set', () => {
  test('has a file for each slot in each language, and is changed with its version', async () => {
    const { set, items } = await aSet();
    expect(set).toMatchObject({ languages: ['en', 'ge'], slots: 2, robots: 0, version: 1 });
    expect(set.items.map(({ language, slot, audio }) => [language, slot, audio.name])).toEqual([
      ['en', 'START', 'Go'],
      ['en', 'FINISH', 'Go'],
      ['ge', 'START', 'Los'],
    ]);
    const change = { id: set.id, name: 'Quiet', remark: '', items: items.slice(0, 1) };
    const changed = await server.ok(update, mallAdmin, { ...change, version: 1 });
    expect(changed).toMatchObject({ name: 'Quiet', version: 2, slots: 1 });
    expect((await server.send(update, mallAdmin, { ...change, version: 1 })).code).toBe(409);
    const { list: found } = await server.ok(list, mallAdmin, { keyword: 'quie' });
    expect(found).toMatchObject([{ id: set.id, company: { id: companyIds.mall } }]);
    expect((await server.send(detail, otherAdmin, { id: set.id })).code).toBe(errors.notFound.code);
  });

  test('is refused with a name twice, with a place twice, or with a file that its author may not use', async () => {
    const { set, items } = await aSet();
    const taken = { name: set.name.toUpperCase(), remark: '', items: [] };
    expect((await server.send(add, mallAdmin, taken)).code).toBe(errors.nameTaken.code);
    const twice = { name: 'Twice', remark: '', items: [items[0]!, items[0]!] };
    expect(await server.send(add, mallAdmin, twice)).toMatchObject({
      data: { reasons: { items: { code: 'DUPLICATE_ENTRY' } } },
    });
    const foreign = await server.anAudio({ companyId: companyIds.other });
    const stolen = [{ language: 'en' as const, slot: 'START', audioId: foreign.id }];
    expect(await server.send(add, mallAdmin, { name: 'Stolen', remark: '', items: stolen })).toMatchObject({
      data: { reasons: { items: { code: 'NO_SUCH_AUDIO' } } },
    });
  });

  test('keeps its files: one that it or a robot uses is not deleted, and the refusal names both', async () => {
    const { set, german } = await aSet();
    const robot = await aSpeaker('ge', { nickname: 'Otter' });
    await server.ok(rollout, mallAdmin, { id: set.id, targetIds: [robot.id] });
    const refused = await server.send(customAudioCalls.remove, mallAdmin, { id: german.id });
    expect(refused).toMatchObject({
      code: errors.inUse.code,
      msg: `It is still used by: ${set.name}, Otter`,
    });
    await server.ok(remove, mallAdmin, { id: set.id });
    const later = await server.send(customAudioCalls.remove, mallAdmin, { id: german.id });
    expect(later).toMatchObject({ code: errors.inUse.code, msg: 'It is still used by: Otter' });
    await server.ok(rollout, mallAdmin, { id: null, targetIds: [robot.id] });
    await server.ok(customAudioCalls.remove, mallAdmin, { id: german.id });
  });
});

describe('a rollout', () => {
  test('is previewed by slot, and gives each robot the files of its language, else the English ones', async () => {
    const { set, german, english } = await aSet();
    const [speaksGerman, speaksKorean] = [await aSpeaker('ge'), await aSpeaker('ko')];
    const deaf = await server.aDevice({ model: 'PLAIN' });
    const targetIds = [speaksGerman.id, speaksKorean.id, deaf.id];
    const { targets } = await server.ok(preview, mallAdmin, { id: set.id, targetIds });
    const of = (id: string) => targets.find((target) => target.id === id);
    expect(of(speaksGerman.id)).toMatchObject({
      verdict: 'DIFFERENT',
      language: 'ge',
      differences: [
        { slot: 'START', before: '', after: 'Los' },
        { slot: 'FINISH', before: '', after: 'Go' },
      ],
    });
    expect(of(deaf.id)?.verdict).toBe('UNSUPPORTED');
    expect(await sectionOf(speaksGerman)).toBeUndefined();
    await server.ok(rollout, mallAdmin, { id: set.id, targetIds });
    expect(await slotsOf(speaksGerman)).toEqual([
      ['START', german.fileId],
      ['FINISH', english.fileId],
    ]);
    expect(await slotsOf(speaksKorean)).toEqual([
      ['START', english.fileId],
      ['FINISH', english.fileId],
    ]);
    const again = await server.ok(preview, mallAdmin, { id: set.id, targetIds: [speaksGerman.id] });
    expect(again.targets[0]?.verdict).toBe('SAME');
  });

  test('shows each slot as the robot reports it, with its reason, and drift afterwards', async () => {
    const { set } = await aSet();
    const robot = await aSpeaker();
    await server.ok(rollout, mallAdmin, { id: set.id, targetIds: [robot.id] });
    const slots = async () => (await server.ok(robots, mallAdmin, { id: set.id })).list[0]!.slots;
    const items = (await sectionOf(robot))!.document['items'] as { slot: string; sha256: string }[];
    const hashOf = (name: string) => items.find(({ slot }) => slot === name)!.sha256;
    expect((await slots()).map(({ slot, state, wanted }) => [slot, state, wanted])).toEqual([
      ['START', 'WAITING', 'Los'],
      ['FINISH', 'WAITING', 'Go'],
      ['PROMO_1', 'WAITING', ''],
    ]);
    const at = '2030-01-02T00:00:00.000Z';
    await applyEvent(robot, audioSectionName, { kind: 'published', atMs: 0 });
    await tell(robot, [
      { slot: 'START', sha256: hashOf('START'), status: 'APPLIED', at, plays: 3 },
      { slot: 'FINISH', sha256: '', status: 'FAILED', code: 'AUDIO_FORMAT' },
    ]);
    expect(slotIn(await slots(), 'START')).toMatchObject({
      state: 'APPLIED',
      plays: 'Los',
      since: at,
      count: 3,
    });
    expect(slotIn(await slots(), 'FINISH')).toMatchObject({
      state: 'FAILED',
      code: 'AUDIO_FORMAT',
      plays: '',
    });
    await report(robot, 'FAILED', 'AUDIO_FORMAT');
    expect(slotIn(await slots(), 'FINISH')).toMatchObject({ state: 'FAILED', code: 'AUDIO_FORMAT' });
    await server.ok(rollout, mallAdmin, { id: set.id, targetIds: [robot.id] });
    expect(slotIn(await slots(), 'FINISH')?.state).toBe('WAITING');
    await report(robot, 'APPLIED');
    await tell(robot, [{ slot: 'START', sha256: 'f'.repeat(64), status: 'APPLIED', at }]);
    expect(slotIn(await slots(), 'START')).toMatchObject({ state: 'APPLIED', drifted: true, plays: null });
  });

  test('follows a robot to another language, and ends with the robot’s own sounds', async () => {
    const { set, german, english } = await aSet();
    const robot = await aSpeaker('en');
    await server.ok(rollout, mallAdmin, { id: set.id, targetIds: [robot.id] });
    expect((await slotsOf(robot))[0]).toEqual(['START', english.fileId]);
    await applyEvent(robot, settingsSection, { kind: 'edited', document: { language: 'ge' } });
    await advanceVoices({ db: server.db, bus: server.bus, now: server.clock });
    expect((await slotsOf(robot))[0]).toEqual(['START', german.fileId]);
    await server.ok(rollout, mallAdmin, { id: null, targetIds: [robot.id] });
    expect(await slotsOf(robot)).toEqual([]);
    expect((await server.ok(device, mallAdmin, { deviceId: robot.id })).set).toBeNull();
  });

  test('planned for later waits, is canceled before its start, and starts when it is due', async () => {
    const { set } = await aSet();
    const robot = await aSpeaker();
    const inAnHour = () => new Date(server.clock().getTime() + 3_600_000).toISOString();
    const plan = () => server.ok(rollout, mallAdmin, { id: set.id, targetIds: [robot.id], at: inAnHour() });
    const [canceled, kept] = [await plan(), await plan()];
    await server.ok(cancel, mallAdmin, { rolloutId: canceled.id });
    expect((await server.send(cancel, mallAdmin, { rolloutId: canceled.id })).code).toBe(
      errors.wrongState.code,
    );
    const advance = () => advanceVoices({ db: server.db, bus: server.bus, now: server.clock });
    await advance();
    expect(await sectionOf(robot)).toBeUndefined();
    server.clock.advance(3_700_000);
    await advance();
    expect(await sectionOf(robot)).toMatchObject({ version: 1, state: 'AWAITING_SYNC' });
    const { list: all } = await server.ok(rollouts, mallAdmin, {});
    expect(all.find(({ id }) => id === kept.id)).toMatchObject({ state: 'STARTED', robots: 1 });
    expect(all.find(({ id }) => id === canceled.id)).toMatchObject({ state: 'CANCELED' });
    const past = { id: set.id, targetIds: [robot.id], at: '2020-01-01T00:00:00.000Z' };
    expect((await server.send(rollout, mallAdmin, past)).code).toBe(errors.invalid.code);
  });

  test('to robots below is seen there without the company above and its people', async () => {
    const audio = await server.anAudio({ companyId: companyIds.agent });
    const items = [{ language: 'en' as const, slot: 'START', audioId: audio.id }];
    const set = await server.ok(add, agentAdmin, { name: 'From above', remark: '', items });
    const robot = await aSpeaker();
    await server.ok(rollout, agentAdmin, { id: set.id, targetIds: [robot.id] });
    expect(await server.ok(device, mallAdmin, { deviceId: robot.id })).toMatchObject({
      set: { id: null, name: 'From above' },
      appliedBy: '',
    });
    expect((await server.send(robots, mallAdmin, { id: set.id })).code).toBe(errors.notFound.code);
  });
});

test('the sounds of a robot tell its language, its volume and the quiet hours in force', async () => {
  const robot = await aSpeaker();
  const nightMode = { enabled: true, from: '00:00', to: '23:59', volume: 20 };
  await applyEvent(robot, settingsSection, {
    kind: 'edited',
    document: { volume: 60, language: 'ge', timezone: 'Europe/Berlin', nightMode },
  });
  expect(await server.ok(device, mallAdmin, { deviceId: robot.id })).toMatchObject({
    language: 'ge',
    volume: 20,
    quietHours: { from: '00:00', to: '23:59', volume: 20, inForce: true },
    lacks: false,
    slots: [{ slot: 'START', state: 'APPLIED', wanted: '', plays: '' }, {}, {}],
  });
  const foreign = await server.send(device, otherAdmin, { deviceId: robot.id });
  expect(foreign.code).toBe(errors.notFound.code);
});

test('playing needs a robot with sounds that is online, and the right to operate it', async () => {
  const { play, stop } = customAudioCalls;
  const robot = await aSpeaker();
  const offline = await server.send(play, mallAdmin, { deviceId: robot.id, slot: 'START' });
  expect(offline.code).toBe(errors.deviceOffline.code);
  const deaf = await server.aDevice({ model: 'PLAIN' });
  const refused = await server.send(stop, mallAdmin, { deviceId: deaf.id });
  expect(refused.code).toBe(errors.notSupported.code);
});
