import { aiDatasetCalls, aiImageCalls, errors, type AiShape } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { cocoOf, yoloOf, type ExportedImage } from './export-formats.ts';

const { mallAdmin, superAdmin } = people;
const server = testServer();
const { add, detail, difference, list } = aiDatasetCalls;
const box = (classId = 'liquid'): AiShape => ({
  id: crypto.randomUUID(),
  kind: 'BOX',
  classId,
  from: [0.25, 0.25],
  to: [0.75, 0.75],
});

async function labelled(projectId: string, n: number) {
  const { id } = await server.anAiImage({ projectId, content: Buffer.from(`picture ${n}`) });
  await server.ok(aiImageCalls.label, mallAdmin, { id, revision: 0, shapes: [box()] });
  return id;
}
const make = (projectId: string, seed = 1) =>
  server.ok(add, mallAdmin, { projectId, seed, reviewedOnly: false });

test('a version keeps hashes and revisions, never changes, and shows what is gone', async () => {
  const project = await server.anAiProject();
  const ids = [await labelled(project.id, 1), await labelled(project.id, 2), await labelled(project.id, 3)];
  const first = await make(project.id);
  expect(first).toMatchObject({ number: 1, images: 3, missing: 0, sites: 3, classes: project.classes });
  expect(await make(project.id)).toMatchObject({ number: 2, hash: first.hash });
  await server.ok(aiImageCalls.label, mallAdmin, { id: ids[0]!, revision: 1, shapes: [box('paper')] });
  await server.ok(aiImageCalls.remove, mallAdmin, { ids: [ids[1]!] });
  await labelled(project.id, 4);
  expect(await server.ok(detail, mallAdmin, { id: first.id })).toMatchObject({
    hash: first.hash,
    missing: 1,
  });
  const third = await make(project.id);
  expect(await server.ok(difference, mallAdmin, { id: third.id, otherId: first.id })).toMatchObject({
    added: 1,
    removed: 1,
    relabelled: 1,
  });
  await expect(server.asOwner((sql) => sql`update ai_datasets set seed = 9`)).rejects.toThrow('never change');
  expect((await server.ok(list, mallAdmin, { projectId: project.id })).total).toBe(3);
});

test('without labelled images there is no version, and versions of two projects have no difference', async () => {
  const [one, other] = [await server.anAiProject(), await server.anAiProject()];
  const none = await server.send(add, mallAdmin, { projectId: one.id, seed: 1, reviewedOnly: false });
  expect(none.code).toBe(errors.invalid.code);
  await labelled(one.id, 1);
  await labelled(other.id, 1);
  const input = { id: (await make(one.id)).id, otherId: (await make(other.id)).id };
  expect((await server.send(difference, mallAdmin, input)).code).toBe(errors.invalid.code);
});

test('an export has the images of one company with their labels', async () => {
  const project = await server.anAiProject({ companyId: companyIds.provider });
  const ids: string[] = [];
  for (const companyId of [companyIds.mall, companyIds.other]) {
    const { id } = await server.anAiImage({
      projectId: project.id,
      companyId,
      content: Buffer.from(companyId),
    });
    await server.ok(aiImageCalls.label, superAdmin, { id, revision: 0, shapes: [box()] });
    ids.push(id);
  }
  const { id, companies } = await server.ok(add, superAdmin, {
    projectId: project.id,
    seed: 1,
    reviewedOnly: false,
  });
  expect(companies.map(({ images }) => images)).toEqual([1, 1]);
  const input = { id, format: 'COCO' as const, companyId: companyIds.mall };
  const zip = (await server.answerOf(aiDatasetCalls.export, superAdmin, input)).rawPayload;
  expect(zip.includes('annotations/train.json')).toBe(true);
  expect(ids.map((imageId) => zip.includes(`${imageId}.jpg`))).toEqual([true, false]);
});

const image: ExportedImage = {
  id: 'a',
  part: 'TRAIN',
  width: 8,
  height: 4,
  shapes: [
    box(),
    {
      id: 'p',
      kind: 'POLYGON',
      classId: 'paper',
      ring: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      holes: [
        [
          [0.25, 0],
          [0.75, 0],
          [0.75, 1],
          [0.25, 1],
        ],
      ],
    },
  ],
};
const classes = [
  { id: 'liquid', name: 'Liquid', colour: '#2563eb', key: '1' },
  { id: 'paper', name: 'Paper', colour: '#d97706', key: '2' },
];

test('COCO has boxes in pixels, and areas with holes as run lengths', () => {
  const coco = JSON.parse(cocoOf('TRAIN', classes, [image]).text) as { annotations: object[] };
  expect(coco.annotations).toMatchObject([
    { category_id: 1, bbox: [2, 1, 4, 2], area: 8 },
    { category_id: 2, area: 16, segmentation: { counts: [0, 8, 16, 8], size: [4, 8] } },
  ]);
});

test('YOLO has a row for each outline and says that holes are left out', () => {
  const { holes, texts } = yoloOf(classes, [image]);
  expect(holes).toBe(1);
  expect(texts[1]).toEqual({
    name: 'labels/train/a.txt',
    text: '0 0.25 0.25 0.75 0.25 0.75 0.75 0.25 0.75\n1 0 0 1 0 1 1 0 1\n',
  });
});
