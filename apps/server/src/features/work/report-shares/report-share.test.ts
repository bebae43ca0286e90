import { errors, permissions, reportCalls, reportShareCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { list, add, revoke, look, path, picture, record, pdf, logo } = reportShareCalls;
const server = ownTestServer();

const { mallAdmin } = people;
const dayMs = 86_400_000;
const gone = { code: errors.shareGone.code, msg: errors.shareGone.texts.en };
const anonymous = undefined;

async function aLink(days = 7) {
  const map = await server.aMap();
  const { id } = await server.aReport({
    mapId: map.id,
    cleanedM2: 12,
    pauses: [{ at: '2030-01-02T03:00:00.000Z', seconds: 9, by: 'Li Wei' }],
  });
  const { token, share } = await server.ok(add, mallAdmin, { reportId: id, note: 'For the landlord', days });
  return { id, token, share, map };
}
const lookAt = (token: string) => server.send(look, anonymous, { token });

test('a link shows the report without an account and without the names of people', async () => {
  const { id, token, map } = await aLink();
  const { data } = await lookAt(token);
  expect(data).toMatchObject({ id, totals: { cleanedM2: 12 }, ground: { file: map.gridFileId } });
  expect(JSON.stringify(data)).not.toContain('Li Wei');
  expect(data).toMatchObject({ by: '' });
  expect((await server.send(path, anonymous, { token })).data).toEqual({ source: 'STREAM', points: [] });
  const signedRecord = await server.send(record, anonymous, { token });
  expect(signedRecord.data.sha256).toBe(data.sha256);
  const floor = await server.answerOf(picture, anonymous, { token, file: map.gridFileId });
  expect(floor.headers['content-type']).toBe('image/png');
  const document = await server.answerOf(pdf, anonymous, { token, lang: 'ja' });
  expect(document.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a link shows the logo of the company or of the one above it', async () => {
  const { token } = await aLink();
  expect((await lookAt(token)).data.companyLogo).toBe(false);
  expect((await server.send(logo, anonymous, { token })).code).toBe(errors.notFound.code);
  await server.aLogo({ companyId: companyIds.agent, style: 'MENU' });
  expect((await lookAt(token)).data.companyLogo).toBe(true);
  const answer = await server.answerOf(logo, anonymous, { token });
  expect(answer.headers['content-type']).toBe('image/png');
});

test('a link opens neither another report nor the picture of another map', async () => {
  const { token } = await aLink();
  const { gridFileId } = await server.aMap();
  expect((await server.send(picture, anonymous, { token, file: gridFileId })).code).toBe(
    errors.notFound.code,
  );
  const other = await server.aReport({});
  expect((await server.send(reportCalls.detail, anonymous, { id: other.id })).code).toBe(
    errors.signedOut.code,
  );
});

test('an expired, a revoked and an unknown link, and one of a frozen company, get the same refusal', async () => {
  const [short, revoked, frozen] = [await aLink(1), await aLink(), await aLink(30)];
  await server.ok(revoke, mallAdmin, { id: revoked.share.id });
  expect(await lookAt(revoked.token)).toMatchObject(gone);
  expect(await server.send(path, anonymous, { token: revoked.token })).toMatchObject(gone);
  expect(await server.send(pdf, anonymous, { token: revoked.token, lang: 'en' })).toMatchObject(gone);
  expect(await lookAt('report_nothing')).toMatchObject(gone);
  const states = async (id: string) => (await server.ok(list, mallAdmin, { reportId: id })).list[0]?.state;
  expect(await states(revoked.id)).toBe('REVOKED');
  await server.asOwner((sql) => sql`update companies set frozen_at = now() where id = ${companyIds.agent}`);
  expect(await lookAt(frozen.token)).toMatchObject(gone);
  await server.asOwner((sql) => sql`update companies set frozen_at = null`);
  server.clock.advance(dayMs);
  expect(await lookAt(short.token)).toMatchObject(gone);
  expect((await lookAt(frozen.token)).code).toBe(200);
});

test('the list gives the number of openings and the last one, and the database does not store the token', async () => {
  const { id, token, share } = await aLink();
  expect(Buffer.from(token.replace('report_', ''), 'base64url')).toHaveLength(32);
  await lookAt(token);
  server.clock.advance(60_000);
  await Promise.all([lookAt(token), lookAt(token)]);
  const [row] = (await server.ok(list, mallAdmin, { reportId: id })).list;
  expect(row).toMatchObject({
    id: share.id,
    note: 'For the landlord',
    state: 'OPEN',
    opened: 3,
    lastOpenedAt: server.clock().toISOString(),
    createdBy: 'Nick mallAdmin',
  });
  const rows = await server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
    return await sql.unsafe(
      tables.map(({ name }) => `select t::text as text from ${name} t`).join(' union all '),
    );
  });
  const stored = rows.map(({ text }) => text).join('\n');
  expect(stored).toContain('service/reportShare/look');
  expect(stored).not.toContain(token);
});

test('links are created, listed and revoked only with the right to share and in the caller’s companies', async () => {
  const { id, share } = await aLink();
  const reader = await server.anAccount({ permissionCodes: [permissions.reportList] });
  const otherSharer = await server.anAccount({
    permissionCodes: [permissions.reportShare],
    companyId: companyIds.other,
  });
  expect((await server.send(add, reader, { reportId: id, days: 1 })).code).toBe(errors.forbidden.code);
  for (const [call, input] of [
    [list, { reportId: id }],
    [add, { reportId: id, days: 1 }],
    [revoke, { id: share.id }],
  ] as const)
    expect((await server.send(call, otherSharer, input)).code, call.path).toBe(errors.notFound.code);
  expect((await server.send(add, mallAdmin, { reportId: id, days: 400 })).code).toBe(errors.invalid.code);
});

test('an address is refused after too many requests, also for unknown tokens', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, () => lookAt('report_guess')));
  const refused = answers.filter(({ code }) => code === errors.tooMany.code);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused.length).toBeLessThan(130);
  server.clock.advance(2 * dayMs);
  expect(await lookAt('report_guess')).toMatchObject(gone);
});
