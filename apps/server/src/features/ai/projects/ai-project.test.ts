import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { aiConsentCalls, aiImageCalls, aiProjectCalls, deadLetterCalls, errors } from '@sweepline/contract';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aLogRobot } from '../../../test-kit/logs/log-robot.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { zipStream } from '../../../platform/documents/zip-stream.ts';

const { mallAdmin, superAdmin, otherAdmin } = people;
const server = testServer();
const dayMs = 86_400_000;
const robots: Awaited<ReturnType<typeof aLogRobot>>[] = [];
afterEach(async () => {
  for (const { robot } of robots.splice(0)) await robot.leave();
});

const later = (days: number) => new Date(server.clock().getTime() + days * dayMs).toISOString();
const classes = [
  { id: 'liquid', name: 'Liquid', colour: '#2563eb', key: '1' },
  { id: 'paper', name: 'Paper', colour: '#d97706', key: '2' },
];
const settings = () => ({
  name: 'Stains',
  purpose: 'Find stains',
  classes,
  cameras: ['DOWN' as const],
  perSecond: 1,
  cap: 3,
  type: 'IMAGE_POSE' as const,
  during: 'ALWAYS' as const,
  until: later(10),
  facesBlurred: true,
  retentionDays: 365,
});
const consentOf = (siteId: string) => ({
  siteId,
  purpose: 'OWN' as const,
  cameras: ['DOWN' as const],
  until: later(30),
});

/** A robot with a camera on a site with a map, that allows collections. */
async function aCollector() {
  const site = await server.aSite({ name: 'Hall' });
  const map = await server.aMap({ siteId: site.id });
  const robot = await aLogRobot(server);
  robots.push(robot);
  await robot.robot.say('xReported', { versions: {}, sections: {}, cameras: ['DOWN'] }, 1);
  await server.asOwner((sql) => sql`update devices set site_id = ${site.id} where id = ${robot.id}`);
  await allow(robot.id, true);
  const project = await server.ok(aiProjectCalls.add, mallAdmin, settings());
  const { id, version } = project;
  await server.ok(aiProjectCalls.devices, mallAdmin, { id, version, deviceIds: [robot.id], groupIds: [] });
  return { site, map, robot, project };
}
const allow = (deviceId: string, isOn: boolean) =>
  server.asOwner(
    (sql) => sql`
      insert into device_sections (id, company_id, device_id, name, version, hash, document, state, code, changed_by,
        reported_hash, reported_status, told)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, 'settings', 1, '', ${sql.json({ aiCollectAllowed: isOn })},
        'IN_SYNC', '', '', '', '', true)
      on conflict (device_id, name) do update set document = excluded.document`,
  );

const aPicture = (shade: number) =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: { r: shade, g: 90, b: 60 } } })
    .composite([
      {
        input: { create: { width: 40 + shade, height: 90, channels: 3, background: '#fff' } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer();

interface Line {
  jobId: string;
  mapId: string;
  more?: object;
}
async function zipOf(names: readonly string[], { jobId, mapId, more = {} }: Line): Promise<Buffer> {
  const about = {
    jobId,
    capturedAt: server.clock().toISOString(),
    camera: 'DOWN',
    mapId,
    x: 1,
    y: 2,
    theta: 0,
  };
  const lines = names.map((file) => ({ file, ...about, trigger: 'INTERVAL', facesBlurred: true, ...more }));
  const index = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const pictures = await Promise.all(
    names.map(async (name, at) => ({ name, content: [await aPicture(at * 40)] })),
  );
  return await buffer(
    zipStream([
      { name: 'index.jsonl', content: [index] },
      ...(pictures as never as { name: string; content: string[] }[]),
    ]),
  );
}

/** Uploads a zip as a robot does. Returns the status of the call that ended it. */
async function upload(sn: string, jobId: string, content: Buffer): Promise<number> {
  const headers = { authorization: `Basic ${Buffer.from(`${sn}:secret`).toString('base64')}` };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const payload = { kind: 'AI_IMAGE', name: 'p.zip', bytes: content.length, sha256, refId: jobId };
  const begun = await server.app.inject({ method: 'POST', url: '/device/v1/uploads', headers, payload });
  if (begun.statusCode !== 200) return begun.statusCode;
  const { uploadId, parts } = begun.json<{ uploadId: string; parts: { url: string }[] }>();
  const type = { 'content-type': 'application/octet-stream' };
  await server.app.inject({
    method: 'PUT',
    url: parts[0]!.url,
    headers: { ...headers, ...type },
    payload: content,
  });
  const url = `/device/v1/uploads/${uploadId}/complete`;
  const first = await server.app.inject({ method: 'POST', url, headers });
  // A robot that missed the answer asks again.
  if (first.statusCode === 200)
    expect((await server.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200);
  return first.statusCode;
}

/** A collection that its robot has taken on. */
async function aCollection() {
  const made = await aCollector();
  const { site, robot, project } = made;
  const consent = await server.ok(aiConsentCalls.add, mallAdmin, consentOf(site.id));
  await server.ok(aiProjectCalls.start, mallAdmin, { id: project.id });
  const { commandId, params } = await robot.commandOf('job.aiCollect');
  await robot.reply(commandId);
  return { ...made, consent, jobId: params['jobId'] as string, params };
}
const imagesOf = (projectId: string) => server.ok(aiImageCalls.list, mallAdmin, { projectId });
const deviceOf = async (id: string) =>
  (await server.ok(aiProjectCalls.detail, mallAdmin, { id })).deviceList[0]!;

test('a start without consent, or against the settings of the robot, is refused with the site and the robot', async () => {
  const { site, robot, project } = await aCollector();
  const start = () => server.send(aiProjectCalls.start, mallAdmin, { id: project.id });
  expect(await start()).toMatchObject({
    code: errors.consentMissing.code,
    msg: expect.stringContaining('Hall'),
  });
  await server.ok(aiConsentCalls.add, mallAdmin, consentOf(site.id));
  await allow(robot.id, false);
  expect(await start()).toMatchObject({
    code: errors.collectionOff.code,
    msg: expect.stringContaining('Otter'),
  });
  const { id, version } = await server.ok(aiProjectCalls.detail, mallAdmin, { id: project.id });
  await server.ok(aiProjectCalls.update, mallAdmin, { id, version, ...settings(), cameras: ['FRONT'] });
  expect(await start()).toMatchObject({ code: errors.notSupported.code });
});

test('only an account of the company of a site gives its consent', async () => {
  const site = await server.aSite({ name: 'Hall' });
  const refused = await server.send(aiConsentCalls.add, superAdmin, consentOf(site.id));
  expect(refused.code).toBe(errors.consentOfCompany.code);
  expect((await server.send(aiConsentCalls.add, otherAdmin, consentOf(site.id))).code).toBe(
    errors.notFound.code,
  );
});

test('a robot collects for an open job: counts, states, the section and its pictures', async () => {
  const { robot, project, jobId, params, map } = await aCollection();
  expect(params).toMatchObject({ projectId: project.id, cameras: ['DOWN'], cap: 3, facesBlurred: true });
  const desired = await robot.robot.waitForMessage(
    'xDesired',
    ({ sections }) => 'ai' in (sections as object),
  );
  expect(desired['sections']).toMatchObject({
    ai: { inline: { collections: [{ jobId, mapIds: [map.id] }] } },
  });
  const kind = { kind: 'AI_COLLECT' };
  await robot.job(jobId, 'COLLECTING', { ...kind, detail: { collected: 2, uploaded: 0, waits: [] } });
  expect(await deviceOf(project.id)).toMatchObject({
    collection: 'COLLECTING',
    upload: 'NONE',
    collected: 2,
  });
  expect(await upload(robot.sn, jobId, await zipOf(['1.jpg', '2.jpg'], { jobId, mapId: map.id }))).toBe(200);
  expect(await deviceOf(project.id)).toMatchObject({ upload: 'UPLOADING', uploaded: 2 });
  const { list, total } = await imagesOf(project.id);
  expect(total).toBe(2);
  expect(list[0]).toMatchObject({
    deviceId: robot.id,
    x: 1,
    y: 2,
    mapId: map.id,
    width: 320,
    labelState: 'UNLABELLED',
  });
  const { rawPayload } = await server.answerOf(aiImageCalls.thumbnail, mallAdmin, { id: list[0]!.id });
  expect((await sharp(rawPayload).metadata()).width).toBe(320);
  await robot.job(jobId, 'FINISHED', { ...kind, final: true, detail: { collected: 2, uploaded: 2 } });
  expect(await deviceOf(project.id)).toMatchObject({ collection: 'DONE', upload: 'DONE' });
  expect(await upload(robot.sn, jobId, await zipOf(['3.jpg'], { jobId, mapId: map.id }))).toBe(409);
});

test('pictures without a collection, above the cap, or of places without consent are refused', async () => {
  const { robot, project, jobId, map } = await aCollection();
  const mapId = map.id;
  expect(await upload(robot.sn, project.id, await zipOf(['1.jpg'], { jobId, mapId }))).toBe(404);
  const four = await zipOf(['1.jpg', '2.jpg', '3.jpg', '4.jpg'], { jobId, mapId });
  expect(await upload(robot.sn, jobId, four)).toBe(422);
  expect((await imagesOf(project.id)).total).toBe(0);
  expect(await deviceOf(project.id)).toMatchObject({
    collection: 'FAILED',
    upload: 'FAILED',
    reason: 'BAD_ZIP',
  });
  // It is written behind the answer to the robot.
  const letter = await eventually(async () => {
    const { list } = await server.ok(deadLetterCalls.list, superAdmin, { reason: 'FILE' });
    return list[0];
  }, 'the dead letter');
  expect(letter).toMatchObject({ sn: robot.sn, reason: 'FILE', detail: expect.stringContaining('cap') });
});

test.each([
  ['another map', { mapId: '6f1d1f6e-0000-4000-8000-000000000001' }],
  ['another camera', { camera: 'FRONT' }],
  ['a run of another robot', { runId: '6f1d1f6e-0000-4000-8000-000000000001' }],
])('a zip that names %s fails the collection', async (_name, more) => {
  const { robot, project, jobId, map } = await aCollection();
  expect(await upload(robot.sn, jobId, await zipOf(['1.jpg'], { jobId, mapId: map.id, more }))).toBe(422);
  expect((await imagesOf(project.id)).total).toBe(0);
});

test('a withdrawn consent ends the collection and deletes pictures, labels and files', async () => {
  const { robot, project, consent, jobId, map } = await aCollection();
  await upload(robot.sn, jobId, await zipOf(['1.jpg'], { jobId, mapId: map.id }));
  const { list } = await imagesOf(project.id);
  const shapes = [{ id: crypto.randomUUID(), kind: 'IMAGE' as const, classId: 'liquid' }];
  await server.ok(aiImageCalls.label, mallAdmin, { id: list[0]!.id, revision: 0, shapes });
  expect(await server.ok(aiConsentCalls.withdraw, mallAdmin, { id: consent.id })).toMatchObject({
    inForce: false,
  });
  await robot.commandOf('job.cancel');
  const empty = await robot.robot.waitForMessage('xDesired', ({ sections }) =>
    JSON.stringify(sections).includes('"collections":[]'),
  );
  expect(empty).toBeDefined();
  const left = await server.asOwner(
    (
      sql,
    ) => sql`select (select count(*)::int from ai_images) as images, (select count(*)::int from ai_labels) as labels,
      (select count(*)::int from files where kind in ('AI_PICTURE', 'AI_IMAGE')) as files`,
  );
  expect(left[0]).toEqual({ images: 0, labels: 0, files: 0 });
  expect(await deviceOf(project.id)).toMatchObject({ collection: 'FAILED', reason: 'WITHDRAWN' });
  expect(await upload(robot.sn, jobId, await zipOf(['2.jpg'], { jobId, mapId: map.id }))).toBe(409);
});

test('a stop ends the open collection, and classes with labels stay', async () => {
  const { robot, project, jobId, map } = await aCollection();
  await upload(robot.sn, jobId, await zipOf(['1.jpg'], { jobId, mapId: map.id }));
  const stopped = await server.ok(aiProjectCalls.stop, mallAdmin, { id: project.id });
  expect(stopped).toMatchObject({ state: 'STOPPED', deviceList: [{ collection: 'DONE', upload: 'DONE' }] });
  const { list } = await imagesOf(project.id);
  const shapes = [{ id: crypto.randomUUID(), kind: 'IMAGE' as const, classId: 'paper' }];
  await server.ok(aiImageCalls.label, mallAdmin, { id: list[0]!.id, revision: 0, shapes });
  const change = { id: project.id, version: stopped.version, ...settings(), classes: classes.slice(0, 1) };
  expect((await server.send(aiProjectCalls.update, mallAdmin, change)).code).toBe(errors.aiClassInUse.code);
  expect((await server.send(aiProjectCalls.remove, mallAdmin, { id: project.id })).code).toBe(
    errors.aiProjectInUse.code,
  );
});
