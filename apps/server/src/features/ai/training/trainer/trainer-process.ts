import { setPriority } from 'node:os';
import { tilesOf } from '../tiles/picture-tiles.ts';
import { trainTiles, type TilesOfParts } from './train-tiles.ts';
import type { TrainerMessage, TrainerPicture, TrainerRequest, TrainerTask } from './trainer-messages.ts';

// A process of its own, whose priority the server chooses.
setPriority(Number(process.argv[2]));
const say = (message: TrainerMessage) => {
  if (process.connected) process.send?.(message);
};
const tiles: TilesOfParts = { training: [], validation: [], test: [] };
const partOf = { TRAIN: tiles.training, VALIDATION: tiles.validation, TEST: tiles.test };
let task: TrainerTask | undefined;

async function read({ content, tiles: planned, ...about }: TrainerPicture): Promise<void> {
  const cut = await tilesOf(
    content,
    planned.map(({ tile }) => tile),
  );
  for (const [at, { tile, label, part }] of planned.entries())
    partOf[part].push({ ...about, pixels: cut[at]!, label, tile });
  say({ type: 'READ' });
}

async function learn(): Promise<TrainerMessage> {
  if (!task || tiles.training.length === 0) return { type: 'FAULT', fault: 'NO_PICTURES', detail: '' };
  const model = await trainTiles(task, tiles, (epoch, secondsLeft, checkpoint) =>
    say({ type: 'EPOCH', epoch, secondsLeft, checkpoint }),
  );
  return { type: 'DONE', model };
}

/** The last message: the process ends when it is sent. */
const end = (message: TrainerMessage) =>
  void process.send?.(message, undefined, undefined, () => process.disconnect());
const fail = (fault: 'PICTURE_UNREADABLE' | 'FAULT') => (error: unknown) =>
  end({ type: 'FAULT', fault, detail: String(error) });

process.on('message', (request: TrainerRequest) => {
  if (request.type === 'TASK') task = request.task;
  else if (request.type === 'PICTURE') read(request.picture).catch(fail('PICTURE_UNREADABLE'));
  else learn().then(end, fail('FAULT'));
});
// The server died: another one goes on from the last epoch that it stored.
process.once('disconnect', () => process.exit());
