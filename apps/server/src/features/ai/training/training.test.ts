import type { ChildProcess } from 'node:child_process';
import {
  aiDatasetCalls,
  aiImageCalls,
  aiModelCalls,
  aiTrainingCalls,
  errors,
  type AiShape,
} from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { runTrainings } from './training-runner.ts';
import { createTrainers, type Trainers } from './trainer/trainers-service.ts';
import type { TrainerMessage } from './trainer/trainer-messages.ts';

const { mallAdmin } = people;
const server = testServer();
const { add, again, cancel, detail } = aiTrainingCalls;
const settings = {
  network: 'SMALL',
  epochs: 3,
  rate: 0.003,
  augmentation: true,
  seed: 3,
  tilesPerClass: 20,
} as const;
const log = { error: () => {}, warn: () => {} };
const needs = (trainers: Trainers) => {
  const { db, bus, files, clock } = server;
  return { db, bus, files, now: clock, log, trainers };
};

/** Trainers that hear of the epochs of their processes. */
function listening(onEpoch: (child: ChildProcess, trainers: Trainers) => void): Trainers {
  const trainers = createTrainers(0);
  const start = () => {
    const child = trainers.start();
    child.on('message', ({ type }: TrainerMessage) => type === 'EPOCH' && onEpoch(child, trainers));
    return child;
  };
  return { ...trainers, start };
}

/** A grey floor with a blue puddle over the tiles of the first two rows, in its own shade. */
async function aPicture(n: number): Promise<Buffer> {
  const grey = 90 + n * 3;
  const puddle = { create: { width: 160, height: 20, channels: 3 as const, background: '#3060c0' } };
  return await sharp({
    create: { width: 160, height: 90, channels: 3, background: { r: grey, g: grey, b: grey } },
  })
    .composite([{ input: puddle, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

const puddleTiles = (): AiShape => ({
  id: crypto.randomUUID(),
  kind: 'TILES',
  classId: 'liquid',
  columns: 16,
  rows: 9,
  tiles: Array.from({ length: 32 }, (_, tile) => tile),
});

/** A version of pictures of as many sites, each with a puddle. */
async function aVersion(pictures: number, shapeOf = puddleTiles): Promise<string> {
  const { id: projectId } = await server.anAiProject();
  for (let n = 0; n < pictures; n++) {
    const { id } = await server.anAiImage({ projectId, content: await aPicture(n) });
    await server.ok(aiImageCalls.label, mallAdmin, { id, revision: 0, shapes: [shapeOf()] });
  }
  return (await server.ok(aiDatasetCalls.add, mallAdmin, { projectId, seed: 1, reviewedOnly: false })).id;
}

async function modelOf(trainingId: string) {
  const { modelId, ...training } = await server.ok(detail, mallAdmin, { id: trainingId });
  expect(training.state).toBe('DONE');
  return { training, model: await server.ok(aiModelCalls.detail, mallAdmin, { id: modelId! }) };
}

test('a training ends with a judged model, and again gives the same bytes after its process and its server died', async () => {
  const datasetId = await aVersion(20);
  const { id } = await server.ok(add, mallAdmin, { datasetId, ...settings });
  const first = createTrainers(0);
  const running = runTrainings(needs(first));
  // A second server finds the lock taken.
  await runTrainings(needs(first));
  await running;
  const whole = await modelOf(id);
  expect(whole.training.epochList.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
  expect(whole.model).toMatchObject({ state: 'EVALUATED', sites: 20, images: 20, missing: 0 });
  expect(whole.model.classes.map((it) => it.id)).toEqual(['clean', 'liquid']);
  expect(whole.model.figures!.f1).toBeGreaterThan(0.5);
  expect(whole.model.bySite.length).toBeGreaterThan(2);

  const repeated = await server.ok(again, mallAdmin, { id });
  let epochs = 0;
  const dying = listening((child, trainers) => {
    epochs += 1;
    if (epochs === 1) child.kill('SIGKILL');
    else if (epochs === 2) void trainers.stop();
  });
  await runTrainings(needs(dying));
  expect((await server.ok(detail, mallAdmin, { id: repeated.id })).state).toBe('RUNNING');
  await runTrainings(needs(createTrainers(0)));
  const resumed = await modelOf(repeated.id);
  expect(resumed.training.log.map(({ kind }) => kind)).toContain('GOES_ON');
  expect(resumed.training.againOfId).toBe(id);
  expect(resumed.model.sha256).toBe(whole.model.sha256);
  expect(resumed.model.figures).toEqual(whole.model.figures);
});

test('a training that is cancelled ends at once and leaves no model', async () => {
  const datasetId = await aVersion(20);
  const waiting = await server.ok(add, mallAdmin, { datasetId, ...settings });
  expect(await server.ok(cancel, mallAdmin, { id: waiting.id })).toMatchObject({ state: 'CANCELLED' });
  const { id } = await server.ok(add, mallAdmin, { datasetId, ...settings, epochs: 200 });
  let cancelled = false;
  const trainers = listening(() => {
    if (!cancelled) void server.ok(cancel, mallAdmin, { id });
    cancelled = true;
  });
  await runTrainings(needs(trainers));
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ state: 'CANCELLED', modelId: null });
  expect((await server.send(cancel, mallAdmin, { id })).code).toBe(errors.wrongState.code);
});

test('a trainer that dies again and again fails its training', async () => {
  const { id } = await server.ok(add, mallAdmin, { datasetId: await aVersion(20), ...settings, epochs: 200 });
  await runTrainings(needs(listening((child) => child.kill('SIGKILL'))));
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
    state: 'FAILED',
    fault: 'TRAINER_ENDED',
  });
});

test('too few pictures of a class, and one class only, are refused in words', async () => {
  const few = await server.send(add, mallAdmin, { datasetId: await aVersion(3), ...settings });
  expect(few).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { datasetId: 'Label at least 20 images of clean floor. The version has 3' } },
  });
  const whole = (): AiShape => ({ id: crypto.randomUUID(), kind: 'IMAGE', classId: 'liquid' });
  const one = await server.send(add, mallAdmin, { datasetId: await aVersion(2, whole), ...settings });
  expect(JSON.stringify(one.data)).toContain('tiles of one class only');
});
