import {
  authCalls,
  companyCalls,
  errors,
  fileCalls,
  logoCalls,
  logoSizes,
  logoStyles,
  wholePicture,
  type LogoStyle,
} from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeUnusedFiles } from '../../remote/files/file-garbage-collection-service.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, effective, picture, add, update, remove } = logoCalls;
const { agentAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();

const pictureOf = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

async function upload(who: Person, content: Uint8Array, companyId?: string): Promise<string> {
  const input = companyId === undefined ? {} : { companyId };
  const answer = await server.send(picture, who, input, { files: { picture: content } });
  expect(answer.code).toBe(200);
  return answer.data.fileId;
}

const cutFor = (fileId: string, styles: readonly LogoStyle[] = logoStyles) =>
  styles.map((style) => ({ style, fileId, cut: wholePicture }));

async function imageOf(who: Person, file: string) {
  const answer = await server.answerOf(fileCalls.read, who, { hash: file.replace('file/', '') });
  expect(answer.statusCode).toBe(200);
  return sharp(answer.rawPayload);
}

test('one picture becomes the logos of all five styles, each of its size, and is found above the menu', async () => {
  const fileId = await upload(mallAdmin, await pictureOf(400, 100));
  const stored = await server.ok(add, mallAdmin, { cuts: cutFor(fileId) });
  expect(stored.list).toHaveLength(logoStyles.length);
  for (const { style, file, width, height } of stored.list) {
    expect({ width, height }).toEqual(logoSizes[style]);
    expect(await (await imageOf(mallAdmin, file)).metadata()).toMatchObject({
      format: 'png',
      ...logoSizes[style],
    });
  }
  const { images } = await server.ok(authCalls.check, mallAdmin, {});
  const menu = stored.list.find(({ style }) => style === 'MENU');
  expect(images.menu?.imgUrl).toBe(menu?.file);
  expect(images.menuSmall).not.toBeNull();
});

test('a crop fills the logo with the chosen part, and what it does not fill is transparent', async () => {
  const left = { input: await pictureOf(100, 100, 'blue'), left: 0, top: 0 };
  const twoColours = await sharp(await pictureOf(200, 100))
    .composite([left])
    .png()
    .toBuffer();
  const fileId = await upload(mallAdmin, twoColours);
  const cut = { x: 0.5, y: 0, width: 0.5, height: 1, margin: 0.25 };
  const { list: stored } = await server.ok(add, mallAdmin, { cuts: [{ style: 'APP', fileId, cut }] });
  const image = await imageOf(mallAdmin, stored[0]!.file);
  const pixelAt = async (x: number, y: number) => [
    ...(await image.clone().extract({ left: x, top: y, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()),
  ];
  expect(await pixelAt(40, 40)).toEqual([255, 0, 0, 255]);
  expect((await pixelAt(5, 5))[3]).toBe(0);
});

test('a company without a logo has that of the company above, down the branch only', async () => {
  const fileId = await upload(agentAdmin, await pictureOf(200, 100));
  const stored = await server.ok(add, agentAdmin, { cuts: cutFor(fileId, ['MENU']) });
  const file = stored.list[0]!.file;
  const below = await server.ok(effective, mallAdmin, {});
  expect(below.list.find(({ style }) => style === 'MENU')).toEqual({ style: 'MENU', origin: 'ABOVE', file });
  expect(below.list.find(({ style }) => style === 'APP')).toEqual({
    style: 'APP',
    origin: 'NONE',
    file: null,
  });
  expect((await server.ok(authCalls.check, mallAdmin, {})).images.menu?.imgUrl).toBe(file);
  await imageOf(mallAdmin, file);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  const hash = file.replace('file/', '');
  expect((await server.send(fileCalls.read, otherAdmin, { hash })).code).toBe(errors.notFound.code);
  // The picture it was cut from is read by its own company only.
  expect((await server.send(fileCalls.read, mallAdmin, { hash: fileId })).code).toBe(errors.notFound.code);

  const own = await upload(mallAdmin, await pictureOf(200, 100, 'green'));
  await server.ok(add, mallAdmin, { cuts: cutFor(own, ['MENU']) });
  expect((await server.ok(effective, mallAdmin, {})).list[1]).toMatchObject({ origin: 'OWN' });
});

test('a logo is cut again with its current version, and a deleted one gives way to that above', async () => {
  const fileId = await upload(mallAdmin, await pictureOf(600, 600));
  const stored = await server.ok(add, mallAdmin, { cuts: cutFor(fileId, ['ROBOT']) });
  const { id, version, file } = stored.list[0]!;
  const cut = { ...wholePicture, margin: 0.1 };
  const changed = await server.ok(update, mallAdmin, { id, version, cut });
  expect(changed).toMatchObject({ id, version: version + 1, cut });
  const former = { hash: file.replace('file/', '') };
  expect((await server.send(fileCalls.read, mallAdmin, former)).code).toBe(errors.notFound.code);
  expect((await server.send(update, mallAdmin, { id, version, cut })).code).toBe(
    errors.changedMeanwhile.code,
  );
  await server.ok(remove, mallAdmin, { id });
  expect((await server.ok(effective, mallAdmin, {})).list.every(({ origin }) => origin === 'NONE')).toBe(
    true,
  );
});

test('a fifth picture, a style twice and the picture of another company are refused', async () => {
  const content = await pictureOf(8, 8);
  const fileIds = await Promise.all(logoStyles.map(() => upload(mallAdmin, content)));
  const five = logoStyles.map((style, n) => ({ style, fileId: fileIds[n]!, cut: wholePicture }));
  expect((await server.send(add, mallAdmin, { cuts: five })).data).toMatchObject({
    reasons: { cuts: { code: 'TOO_MANY_FILES' } },
  });
  const twice = cutFor(fileIds[0]!, ['APP', 'APP']);
  expect((await server.send(add, mallAdmin, { cuts: twice })).data).toMatchObject({
    reasons: { cuts: { code: 'DUPLICATE_ENTRY' } },
  });
  const cuts = cutFor(fileIds[0]!, ['APP']);
  expect((await server.send(add, otherAdmin, { cuts })).code).toBe(errors.notFound.code);
  expect((await server.send(add, agentAdmin, { cuts })).code).toBe(errors.notFound.code);
  const outside = { ...wholePicture, x: 0.5 };
  expect(
    (await server.send(add, mallAdmin, { cuts: [{ style: 'APP', fileId: fileIds[0]!, cut: outside }] })).code,
  ).toBe(errors.invalid.code);
});

test('a picture is judged by its content and size, and one without a logo is deleted after a day', async () => {
  const send = (content: Uint8Array) => server.send(picture, mallAdmin, {}, { files: { picture: content } });
  expect((await send(Buffer.from('<svg/>'))).code).toBe(errors.fileFormat.code);
  expect((await send(Buffer.alloc(1024 * 1024 + 1))).msg).toBe(errors.fileTooLarge.texts.en);
  const fileId = await upload(mallAdmin, await pictureOf(8, 8));
  const used = await upload(mallAdmin, await pictureOf(8, 8));
  await server.ok(add, mallAdmin, { cuts: cutFor(used, ['APP']) });
  server.clock.advance(2 * 86_400_000);
  await removeUnusedFiles(server.db, server.files, server.clock);
  const left = await server.asOwner((sql) => sql`select id from files where id in (${fileId}, ${used})`);
  expect(left).toEqual([{ id: used }]);
});

test('the menu logo of the company page is the logo of the style MENU', async () => {
  const company = { id: companyIds.mall };
  const answer = await server.send(companyCalls.logo, agentAdmin, company, {
    files: { picture: await pictureOf(400, 100) },
  });
  const { list: rows } = await server.ok(list, mallAdmin, {});
  expect(rows).toMatchObject([{ style: 'MENU', file: answer.data.menuImage, width: 200, height: 100 }]);
  await server.ok(companyCalls.logo, agentAdmin, company);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
});
