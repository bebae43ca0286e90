import { agreementCalls, errors, ownAgreementCalls, videoCalls } from '@sweepline/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { sixTexts } from '../../../test-kit/articles/agreement-builders.ts';
import { aDrivableRobot } from '../../../test-kit/builders/drivable.ts';
import { people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { standing, open } = videoCalls;
const { accept, withdraw, sites } = ownAgreementCalls;
const { superAdmin, mallAdmin, agentAdmin, reader } = people;
const server = testServer();
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
let siteId: string;
let published: string[] = [];
let count = 0;
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-CONSENT-${++count}` });
  siteId = (await server.aSite()).id;
  await server.asOwner((sql) => sql`update devices set site_id = ${siteId} where id = ${robot.id}`);
  const report = { versions: {}, sections: {}, consumables: [], cameras: ['FRONT'], streams: ['WS_JPEG'] };
  await robot.robot.say('xReported', report, 1);
  await eventually(async () => (await readStanding()).supported, 'the cameras');
});
afterEach(async () => {
  for (const id of published) await server.ok(agreementCalls.unlist, superAdmin, { id });
  published = [];
  await robot.leave();
});

const readStanding = () => server.ok(standing, mallAdmin, { deviceId: robot.id });
const openCamera = () => server.send(open, mallAdmin, { deviceId: robot.id, camera: 'FRONT', reason: '' });

async function publishText(changes: object = {}) {
  const texts = sixTexts('Watching cameras');
  const draft = {
    kind: 'VIDEO' as const,
    audiences: ['CONSOLE' as const],
    texts,
    isMaterial: true,
    ...changes,
  };
  const { id, revision } = await server.ok(agreementCalls.add, superAdmin, draft);
  await server.ok(agreementCalls.publish, superAdmin, { id, revision });
  published.push(id);
}
async function consent(who: Person = mallAdmin) {
  const { text } = await server.ok(sites, mallAdmin, {});
  const { id, lang, sha256 } = text!;
  return await server.send(accept, who, { texts: [{ id, lang, sha256 }], siteId });
}

test('without a text for its region a camera needs no consent', async () => {
  await publishText({ region: 'KR' });
  expect((await openCamera()).code).toBe(200);
});

test('a camera is refused until the company of the site consents, and again after the withdrawal', async () => {
  await publishText();
  expect((await openCamera()).msg).toBe(errors.videoConsentMissing.texts.en);
  expect((await readStanding()).hasConsent).toBe(false);
  expect((await consent()).code).toBe(200);
  expect((await readStanding()).hasConsent).toBe(true);
  expect((await openCamera()).code).toBe(200);
  await server.ok(withdraw, mallAdmin, { siteId });
  expect((await openCamera()).msg).toBe(errors.videoConsentMissing.texts.en);
});

test('a running stream ends when the consent is withdrawn', async () => {
  await publishText();
  await consent();
  expect((await openCamera()).code).toBe(200);
  await server.ok(withdraw, mallAdmin, { siteId });
  const viewers = async () => (await readStanding()).sessions.flatMap((session) => session.viewers);
  server.clock.advance(1_000);
  await eventually(async () => (await viewers()).length === 0, 'the end of the view');
});

test('a material version asks for a new consent, another one does not', async () => {
  await publishText();
  await consent();
  await publishText({ isMaterial: false });
  expect((await openCamera()).code).toBe(200);
  await publishText();
  expect((await openCamera()).msg).toBe(errors.videoConsentMissing.texts.en);
});

test('a robot without a site has no consent', async () => {
  await publishText();
  await server.asOwner((sql) => sql`update devices set site_id = null where id = ${robot.id}`);
  expect((await openCamera()).msg).toBe(errors.videoConsentMissing.texts.en);
});

test('only the company of the site decides, with the right to change sites', async () => {
  await publishText();
  expect((await consent(agentAdmin)).code).toBe(errors.consentOfCompany.code);
  expect((await consent(reader)).code).toBe(errors.forbidden.code);
  const { list } = await server.ok(sites, agentAdmin, { pageSize: 99 });
  expect(list.find((row) => row.siteId === siteId)).toMatchObject({
    isRequired: true,
    isGiven: false,
    mayDecide: false,
  });
});
