import {
  agreementCalls,
  authCalls,
  deviceCalls,
  errors,
  accessCalls,
  ownAgreementCalls,
  publicArticleCalls,
  type AgreementKind,
} from '@sweepline/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { sixTexts } from '../../../test-kit/articles/agreement-builders.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { due, accept, decline, current, mine } = ownAgreementCalls;
const { superAdmin, mallAdmin, reader, bare, otherAdmin, agentAdmin } = people;
const server = ownTestServer();
let address: string;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});

interface Version {
  kind?: AgreementKind;
  isMaterial?: boolean;
  title?: string;
  region?: string;
  validFrom?: string;
}
const published: string[] = [];

/** Publishes a version, and agrees to it in the name of its author, who is asked like everyone. */
async function publish({ kind = 'TERMS', isMaterial = true, title = 'Terms', ...rest }: Version = {}) {
  const texts = sixTexts(title, `<p>${title}.</p>`);
  const draft = { kind, audiences: ['CONSOLE' as const], texts, isMaterial, ...rest };
  const { id, revision } = await server.ok(agreementCalls.add, superAdmin, draft);
  await server.ok(agreementCalls.publish, superAdmin, { id, revision });
  published.push(id);
  await agree(superAdmin);
  return id;
}
async function agree(who: Person) {
  const { texts } = await server.ok(due, who, {});
  const seen = texts.map(({ id, lang, sha256 }) => ({ id, lang, sha256 }));
  if (seen.length > 0) await server.ok(accept, who, { texts: seen });
  return texts;
}
afterEach(async () => {
  for (const id of published.splice(0)) await server.ok(agreementCalls.unlist, superAdmin, { id });
});

const isStopped = async (who: Person) =>
  (await server.send(deviceCalls.list, who, {})).code === errors.agreementDue.code;

test('an open session is stopped at its next call after a material version, and goes on when it accepts', async () => {
  expect(await isStopped(mallAdmin)).toBe(false);
  const id = await publish();
  expect(await isStopped(mallAdmin)).toBe(true);
  expect((await server.ok(authCalls.check, mallAdmin, {})).agreementDue).toBe(true);
  const texts = await agree(mallAdmin);
  expect(texts).toMatchObject([{ id, kind: 'TERMS', title: 'Terms', before: null, isForCompany: false }]);
  expect(await isStopped(mallAdmin)).toBe(false);
  expect((await server.ok(authCalls.check, mallAdmin, {})).agreementDue).toBe(false);
});

test('a socket of an open session ends, and its page gets no other one before it accepts', async () => {
  const { ticket } = await server.ok(authCalls.socketTicket, reader, {});
  const socket = new WebSocket(`${address}/service/ws/${ticket}`);
  let isClosed = false;
  socket.addEventListener('close', () => (isClosed = true));
  await new Promise((done) => socket.addEventListener('open', done));
  await publish();
  await eventually(() => isClosed, 'the end of the socket');
  expect((await server.send(authCalls.socketTicket, reader, {})).code).toBe(errors.agreementDue.code);
});

test('a version that is not material stops no session; who accepted before is told once', async () => {
  await publish({ title: 'First' });
  await agree(mallAdmin);
  const second = await publish({ title: 'Second', isMaterial: false });
  expect(await isStopped(mallAdmin)).toBe(false);
  const { texts, notices } = await server.ok(due, mallAdmin, {});
  expect({ texts, notices }).toMatchObject({ texts: [], notices: [{ id: second, title: 'Second' }] });
  const [{ lang, sha256 }] = notices as [(typeof notices)[number]];
  await server.ok(accept, mallAdmin, { texts: [{ id: second, lang, sha256 }] });
  expect((await server.ok(due, mallAdmin, {})).notices).toEqual([]);
  const records = (await server.ok(mine, mallAdmin, {})).list;
  expect(records[0]).toMatchObject({ agreementId: second, act: 'NOTED' });
  // An account that accepted nothing yet accepts the newest.
  expect(await agree(bare)).toMatchObject([{ id: second }]);
});

test('the text that was accepted before comes with the new one', async () => {
  await publish({ title: 'First' });
  await agree(mallAdmin);
  await publish({ title: 'Second' });
  expect(await agree(mallAdmin)).toMatchObject([{ title: 'Second', before: '<p>First.</p>' }]);
});

test('a text is accepted as it was shown, or refused', async () => {
  const id = await publish();
  const other = { id, lang: 'en' as const, sha256: '0'.repeat(64) };
  const refused = await server.send(accept, mallAdmin, { texts: [other] });
  expect(refused.code).toBe(errors.agreementReplaced.code);
  expect(await isStopped(mallAdmin)).toBe(true);
});

test('of two acceptances at the same time one is recorded', async () => {
  await publish();
  const { texts } = await server.ok(due, mallAdmin, {});
  const seen = texts.map(({ id, lang, sha256 }) => ({ id, lang, sha256 }));
  await Promise.all([1, 2].map(() => server.ok(accept, mallAdmin, { texts: seen })));
  const { list } = await server.ok(mine, mallAdmin, {});
  expect(list.filter(({ agreementId }) => agreementId === seen[0]?.id)).toHaveLength(1);
});

test('declining is recorded and ends the session', async () => {
  const leaver = await server.anAccount({ companyId: companyIds.mall });
  const id = await publish();
  await server.ok(decline, leaver, {});
  expect((await server.send(authCalls.check, leaver, {})).code).toBe(errors.signedOut.code);
  const { list } = await server.ok(agreementCalls.records, superAdmin, { agreementId: id, act: 'DECLINED' });
  expect(list.map(({ accountName }) => accountName)).toEqual([leaver.username]);
});

test('the processing of data is accepted once per company, by its administrator', async () => {
  await publish({ kind: 'DATA_PROCESSING' });
  const second = await server.anAccount({ companyId: companyIds.mall, roleType: 2 });
  expect([await isStopped(mallAdmin), await isStopped(second), await isStopped(reader)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await agree(mallAdmin)).toMatchObject([{ isForCompany: true }]);
  expect([await isStopped(mallAdmin), await isStopped(second), await isStopped(otherAdmin)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a company has the texts of its region, and the others those of everywhere', async () => {
  await server.asOwner((sql) => sql`update companies set region = 'DE' where id = ${companyIds.mall}`);
  const everywhere = await publish({ title: 'Everywhere' });
  const inEurope = await publish({ title: 'Europe', region: 'EU' });
  expect(await agree(mallAdmin)).toMatchObject([{ id: inEurope }]);
  expect(await agree(agentAdmin)).toMatchObject([{ id: everywhere }]);
  await server.asOwner((sql) => sql`update companies set region = '' where id = ${companyIds.mall}`);
});

test('a version holds from its time on', async () => {
  const now = server.clock().getTime();
  await publish({ validFrom: new Date(now + 3_600_000).toISOString() });
  expect(await isStopped(mallAdmin)).toBe(false);
});

test('an impersonated account is not asked, and its viewer accepts nothing for it', async () => {
  await publish();
  const view = await server.ok(accessCalls.viewAs, superAdmin, { id: mallAdmin.id });
  const viewer = { ...mallAdmin, token: view.session };
  expect((await server.send(deviceCalls.list, viewer, {})).code).toBe(200);
  expect((await server.ok(authCalls.check, viewer, {})).agreementDue).toBe(false);
  expect(await server.ok(due, viewer, {})).toEqual({ texts: [], notices: [] });
  const seen = { id: published[0]!, lang: 'en' as const, sha256: '0'.repeat(64) };
  expect((await server.send(accept, viewer, { texts: [seen] })).code).toBe(errors.viewOnly.code);
});

test('published texts are read without an account, and drafts are not', async () => {
  await server.anAgreement({ texts: sixTexts('A draft') });
  const id = await publish({ kind: 'PRIVACY', title: 'Privacy' });
  const { texts } = await server.ok(current, undefined, {});
  expect(texts).toMatchObject([{ id, kind: 'PRIVACY', title: 'Privacy', number: 1 }]);
  expect((await server.ok(current, undefined, { audience: 'FINDER' })).texts).toEqual([]);
  expect((await server.send(publicArticleCalls.search, undefined, {})).code).toBe(200);
});
