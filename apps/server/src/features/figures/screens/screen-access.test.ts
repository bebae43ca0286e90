import { allCalls, errors, everything, screenCalls, type Call } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { openingStatus } from '../../../test-kit/browser-socket.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sampleOf } from '../../../test-kit/sample.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { add, look, logo, own } = screenCalls;
const server = ownTestServer();
const { mallAdmin } = people;
const guarded = Object.values(allCalls).flatMap((group) =>
  Object.values<Call>(group).filter(({ allow }) => allow !== 'everyone'),
);

const aDisplay = (by: Person, companyId: string) =>
  server.ok(add, by, {
    companyId,
    name: 'Lobby',
    lang: 'en',
    scenes: [
      { kind: 'figures', seconds: 15 },
      { kind: 'places', seconds: 15 },
    ],
  });
const lookAt = (token: string) => server.send(look, undefined, { token });

test('the token of a display is no session at any call, and no ticket of the socket', async () => {
  const { token } = await aDisplay(mallAdmin, companyIds.mall);
  const display = { ...mallAdmin, token };
  const answers = await Promise.all(
    guarded.map(async (call) => [call.path, (await server.send(call, display, sampleOf(call))).code]),
  );
  expect(answers.length).toBeGreaterThan(400);
  expect(answers.filter(([, code]) => code !== errors.signedOut.code)).toEqual([]);
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  expect(await openingStatus(address, token)).toBe(401);
  expect((await lookAt(token)).code).toBe(200);
});

test('a role with every permission is no display: its session opens neither the picture nor the logo', async () => {
  const person = await server.anAccount({ companyId: companyIds.provider, permissionCodes: [everything] });
  await server.ok(own, person, {});
  for (const call of [look, logo])
    for (const token of [person.token, 'screen_unknown', everything]) {
      for (const sender of [person, undefined])
        expect((await server.send(call, sender, { token })).code, token).toBe(errors.notFound.code);
    }
});

test('a display of a maker with every permission sees the companies below its own only', async () => {
  const person = await server.anAccount({ companyId: companyIds.provider, permissionCodes: [everything] });
  for (const companyId of [companyIds.mall, companyIds.other]) {
    const { id: siteId } = await server.aSite({ companyId, name: `Site of ${companyId}` });
    const { id: mapId } = await server.aMap({ companyId, siteId });
    await server.aReport({ companyId, mapId, cleanedM2: 50 });
  }
  const seenBy = async (companyId: string) => {
    const { token } = await aDisplay(person, companyId);
    const { figures, places } = (await lookAt(token)).data;
    return [figures?.today.cleanedM2, places?.list.map(({ name }) => name)];
  };
  expect(await seenBy(companyIds.mall)).toEqual([50, [`Site of ${companyIds.mall}`]]);
  expect(await seenBy(companyIds.other)).toEqual([50, [`Site of ${companyIds.other}`]]);
  expect((await seenBy(companyIds.provider))[0]).toBe(100);
});
