import { appCalls, errors, fieldReasons, fileCalls, noTexts, type Sent } from '@sweepline/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { removeUnusedFiles } from '../../remote/files/file-garbage-collection-service.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, detail, add, update, picture, publish, unlist, remove } = appCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();

const input = (changes: Partial<Sent<typeof add>> = {}): Sent<typeof add> => ({
  name: 'Cleaning screen',
  packageId: 'com.example.screen',
  platform: 'ROBOT_SCREEN',
  category: 'OPERATION',
  publisher: 'Sweepline',
  descriptions: { ...noTexts, en: 'Starts tasks.', ge: 'Startet Aufträge.' },
  ...changes,
});
const write = (changes: Partial<Sent<typeof add>> = {}) => server.ok(add, staff, input(changes));
const upload = async () => {
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const answer = await server.send(picture, staff, {}, { files: { picture: content } });
  expect(answer.code).toBe(200);
  return answer.data.fileId;
};

describe('entry', () => {
  test('a draft has its pictures and texts, and companies below do not see it', async () => {
    const [iconFileId, screenshot] = [await upload(), await upload()];
    const row = await write({ iconFileId, screenshotFileIds: [screenshot] });
    expect(row).toMatchObject({ state: 'DRAFT', isOwn: true, installs: 0, newest: null, revision: 1 });
    expect(row.icon).toBe(`file/${iconFileId}`);
    expect(row.screenshots).toEqual([{ fileId: screenshot, file: `file/${screenshot}` }]);
    for (const who of [agentAdmin, mallAdmin])
      expect((await server.send(detail, who, { id: row.id })).code).toBe(errors.notFound.code);
  });

  test('a published app is read below in the language of the reader, without figures and names', async () => {
    const iconFileId = await upload();
    const { id } = await write({ iconFileId });
    await server.ok(publish, staff, { id });
    const row = await server.ok(detail, mallAdmin, { id });
    expect(row).toMatchObject({
      isOwn: false,
      installs: null,
      updatedBy: null,
      description: 'Starts tasks.',
    });
    expect((await server.answerOf(fileCalls.read, mallAdmin, { hash: iconFileId })).statusCode).toBe(200);
    await server.ok(unlist, staff, { id });
    expect((await server.send(detail, mallAdmin, { id })).code).toBe(errors.notFound.code);
    expect((await server.send(fileCalls.read, mallAdmin, { hash: iconFileId })).code).toBe(
      errors.notFound.code,
    );
  });

  test('an app for named companies is for them and those below only', async () => {
    const { id } = await write({ companyIds: [companyIds.mall] });
    await server.ok(publish, staff, { id });
    expect((await server.ok(list, mallAdmin, {})).list.map((row) => [row.id, row.companies])).toEqual([
      [id, []],
    ]);
    expect((await server.ok(list, otherAdmin, {})).total).toBe(0);
    const [own] = (await server.ok(list, staff, {})).list;
    expect(own?.companies.map((company) => company.id)).toEqual([companyIds.mall]);
  });

  test('companies below write nothing', async () => {
    for (const who of [agentAdmin, mallAdmin])
      expect((await server.send(add, who, input())).code).toBe(errors.forbidden.code);
  });

  test.each([
    ['a package id of one word', { packageId: 'screen' }, 'packageId', 'APP_PACKAGE_ID'],
    ['a picture that is not stored', { iconFileId: companyIds.mall }, 'iconFileId', 'APP_PICTURE_MISSING'],
    [
      'a screenshot that is not stored',
      { screenshotFileIds: [companyIds.mall] },
      'screenshotFileIds',
      'APP_PICTURE_MISSING',
    ],
  ] as const)('%s is refused at its field', async (_what, changes, field, reason) => {
    const refused = await server.send(add, staff, input(changes as never));
    expect(refused).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { [field]: fieldReasons[reason].en } },
    });
  });

  test('a package id is taken once, and once more by an app of Apple', async () => {
    await write();
    expect((await server.send(add, staff, input({ platform: 'ANDROID' }))).data).toMatchObject({
      fields: { packageId: fieldReasons.APP_PACKAGE_ID_TAKEN.en },
    });
    await write({ platform: 'IOS' });
  });
});

describe('states', () => {
  test('an app without a description is not published, and a published one keeps one', async () => {
    const {
      id,
      revision,
      packageId: _id,
      platform: _platform,
      ...row
    } = {
      ...input({ descriptions: noTexts }),
      ...(await write({ descriptions: noTexts })),
    };
    expect((await server.send(publish, staff, { id })).data).toMatchObject({
      fields: { descriptions: fieldReasons.APP_DESCRIPTION_MISSING.en },
    });
    const fields = { name: row.name, category: row.category, publisher: row.publisher };
    const described = { ...fields, descriptions: { ...noTexts, ja: '説明' } };
    await server.ok(update, staff, { id, revision, ...described });
    const published = await server.ok(publish, staff, { id });
    const emptied = { id, revision: published.revision, ...fields, descriptions: noTexts };
    expect((await server.send(update, staff, emptied)).code).toBe(errors.invalid.code);
  });

  test('an app that was published is not deleted, and a draft is', async () => {
    const { id } = await write();
    await server.ok(publish, staff, { id });
    await server.ok(unlist, staff, { id });
    const refused = await server.send(remove, staff, { id });
    expect([refused.code, refused.msg]).toEqual([
      errors.appState.code,
      expect.stringContaining(fieldReasons.RELEASE_UNLISTED.en),
    ]);
    const draft = await write({ packageId: 'com.example.other' });
    await server.ok(remove, staff, { id: draft.id });
    expect((await server.send(detail, staff, { id: draft.id })).code).toBe(errors.notFound.code);
  });

  test('a save on an outdated revision is refused with the author', async () => {
    const { id, revision, name, category, publisher, descriptions } = await write();
    const change = { id, revision, name, category, publisher, descriptions };
    await server.ok(update, superAdmin, change);
    const stale = await server.send(update, staff, change);
    expect(stale.code).toBe(errors.changedMeanwhile.code);
    expect(stale.msg).toContain('Nick superAdmin');
  });
});

test('a picture without an app is deleted after a day, and one of an app stays', async () => {
  const [lone, used, shot] = [await upload(), await upload(), await upload()];
  await write({ iconFileId: used, screenshotFileIds: [shot] });
  server.clock.advance(2 * 86_400_000);
  await removeUnusedFiles(server.db, server.files, server.clock);
  const left = await server.asOwner(
    (sql) => sql`select id from files where id in (${lone}, ${used}, ${shot}) order by id`,
  );
  expect(left.map(({ id }) => String(id))).toEqual([used, shot].toSorted());
});
