import { on, once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { aiCleanClass, topics } from '@sweepline/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AiTrainingRow } from '../../../entities/ai/ai-training-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { FileFault } from '../../../platform/files/file-fault.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { createChannel, type Bus } from '../../../platform/socket/bus.ts';
import { createModel } from '../models/model-create-service.ts';
import { planTiles } from './tiles/tile-plan.ts';
import { classesOf, factsOf, readVersion, type VersionImage } from './training-data.ts';
import {
  addEvent,
  beginRun,
  checkpointOfTraining,
  countDeath,
  endTraining,
  nextTraining,
  saveEpoch,
} from './training-writes.ts';
import type {
  TrainedModel,
  TrainerMessage,
  TrainerRequest,
  TrainerTask,
} from './trainer/trainer-messages.ts';
import type { Trainers } from './trainer/trainers-service.ts';

export interface RunnerNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  trainers: Trainers;
}

/** Ends the process of a training on the server that has it. */
export const trainingCancelled = createChannel('aiTraining.cancelled', z.object({ id: z.string() }));

/** One training at a time for the whole installation. */
const trainingLock = 'ai training';
/** Processes of one training that may end by themselves. */
const maxDeaths = 3;

type Version = Awaited<ReturnType<typeof readVersion>>;
type Training = AiTrainingRow;

const everywhere = <T>({ db }: RunnerNeeds, work: (tx: Tx) => Promise<T>) => inScope(db, '*', work);
const at = ({ now }: RunnerNeeds) => now().toISOString();

const tell = ({ bus }: RunnerNeeds, { id, companyId }: Pick<Training, 'id' | 'companyId'>) =>
  bus.publish(topics.aiTrainings, { changes: [{ id }] }, { companyId });

const ask = (child: ChildProcess, request: TrainerRequest) => {
  if (child.connected) child.send(request);
};

async function prepare(needs: RunnerNeeds, training: Training, version: Version) {
  const { dataset, images } = version;
  const classes = classesOf(dataset.classes, images);
  const plan = planTiles(
    images,
    classes.map(({ id }) => id),
    { ...training.settings, clean: aiCleanClass },
  );
  const tiles = [...plan.values()].reduce((sum, { length }) => sum + length, 0);
  const clean = classes.findIndex(({ id }) => id === aiCleanClass);
  const task: TrainerTask = {
    settings: training.settings,
    classes: classes.length,
    clean: clean < 0 ? null : clean,
    checkpoint: await everywhere(needs, (tx) => checkpointOfTraining(tx, training.id)),
    facts: factsOf(dataset, classes),
  };
  await everywhere(needs, async (tx) => {
    await addEvent(tx, training.id, 'PICTURES', at(needs), plan.size);
    await addEvent(tx, training.id, 'TILES', at(needs), tiles);
  });
  return { classes, plan, task };
}

/** Sends the pictures one after the other: the memory of the server holds one of them. */
async function* picturesFor(
  { files }: RunnerNeeds,
  images: readonly VersionImage[],
  plan: ReturnType<typeof planTiles>,
): AsyncGenerator<TrainerRequest> {
  for (const { id: imageId, siteId, camera, sha256 } of images) {
    const tiles = plan.get(imageId);
    if (!tiles) continue;
    const content = await buffer(files.open(sha256));
    yield { type: 'PICTURE', picture: { imageId, siteId, camera, content, tiles } };
  }
  yield { type: 'LEARN' };
}

/** Leads one process until it ends. Returns its model; undefined if it ended without one. */
async function lead(
  needs: RunnerNeeds,
  training: Training,
  version: Version,
  child: ChildProcess,
): Promise<{ model: TrainedModel; classes: ReturnType<typeof classesOf> } | undefined> {
  const { classes, plan, task } = await prepare(needs, training, version);
  ask(child, { type: 'TASK', task });
  const pictures = picturesFor(needs, version.images, plan);
  const next = async () => {
    const { value } = await pictures.next();
    if (value) ask(child, value);
  };
  if (!child.connected) return undefined;
  const messages = on(child, 'message', { close: ['disconnect'] }) as AsyncIterable<[TrainerMessage]>;
  await next();
  for await (const [message] of messages) {
    if (message.type === 'READ') await next();
    else if (message.type === 'DONE') return { model: message.model, classes };
    else if (message.type === 'FAULT') {
      const { fault, detail } = message;
      needs.log.error({ training: training.id, fault, detail }, 'a training failed');
      await everywhere(needs, (tx) => endTraining(tx, training.id, 'FAILED', { at: at(needs), fault }));
      return undefined;
    } else {
      const isOpen = await everywhere(needs, (tx) => saveEpoch(tx, training, message.epoch, message));
      tell(needs, training);
      if (!isOpen) child.kill('SIGKILL');
    }
  }
  return undefined;
}

/** What became of a training whose process ended without a model. */
async function settleDeath(needs: RunnerNeeds, { id }: Training): Promise<void> {
  if (needs.trainers.isStopped()) return;
  await everywhere(needs, async (tx) => {
    if ((await countDeath(tx, id)) >= maxDeaths)
      await endTraining(tx, id, 'FAILED', { at: at(needs), fault: 'TRAINER_ENDED' });
  });
}

async function run(needs: RunnerNeeds, training: Training): Promise<void> {
  if (!(await everywhere(needs, (tx) => beginRun(tx, training, at(needs))))) return;
  tell(needs, training);
  const child = needs.trainers.start();
  const exited = once(child, 'exit').catch(() => {});
  const stopListening = needs.bus.subscribe(trainingCancelled, ({ content }) => {
    if (content.id === training.id) child.kill('SIGKILL');
  });
  try {
    const version = await everywhere(needs, (tx) => readVersion(tx, training.datasetId));
    const led = await lead(needs, training, version, child);
    if (!led) await settleDeath(needs, training);
    else
      await everywhere(needs, async (tx) => {
        await addEvent(tx, training.id, 'JUDGED', at(needs));
        // A training that was cancelled while it was judged leaves no model.
        if (await endTraining(tx, training.id, 'DONE', { at: at(needs) }))
          await createModel(tx, needs, training, version, led);
      });
  } catch (error) {
    // Another server goes on with it.
    if (needs.trainers.isStopped()) return;
    const fault = error instanceof FileFault ? 'PICTURE_UNREADABLE' : 'FAULT';
    needs.log.error({ err: error, training: training.id }, 'a training failed');
    await everywhere(needs, (tx) => endTraining(tx, training.id, 'FAILED', { at: at(needs), fault }));
  } finally {
    stopListening();
    child.kill('SIGKILL');
    await exited;
    tell(needs, training);
  }
}

/**
 * Runs the trainings that are open, one after the other, unless another server does. A training that a server left behind goes on from
 * its last epoch.
 */
export async function runTrainings(needs: RunnerNeeds): Promise<void> {
  const { locks } = needs.db;
  if (!(await locks.tryTake(trainingLock))) return;
  try {
    for (;;) {
      if (needs.trainers.isStopped()) return;
      const training = await everywhere(needs, nextTraining);
      if (!training) return;
      await run(needs, training);
    }
  } finally {
    await locks.release(trainingLock);
  }
}
