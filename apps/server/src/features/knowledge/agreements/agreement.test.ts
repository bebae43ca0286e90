import {
  agreementCalls,
  errors,
  fieldReasons,
  ownAgreementCalls,
  type AgreementText,
} from '@sweepline/contract';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sixTexts } from '../../../test-kit/articles/agreement-builders.ts';
import { people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const calls = agreementCalls;
const { superAdmin, staff, agentAdmin, mallAdmin } = people;
const server = testServer();

/** A kind without a gate, so that the other accounts of the file go on. */
const draft = (changes: object = {}) =>
  server.ok(calls.add, staff, {
    kind: 'VIDEO',
    audiences: ['CONSOLE'],
    texts: sixTexts('Video'),
    isMaterial: true,
    ...changes,
  });
const publish = ({ id, revision }: { id: string; revision: number }) =>
  server.ok(calls.publish, staff, { id, revision });

describe('writing', () => {
  test('a published text never changes, and a new version has the next number', async () => {
    const first = await publish(await draft());
    expect(first).toMatchObject({ state: 'PUBLISHED', number: 1, before: null });
    const { id, revision, isMaterial } = first;
    const change = { id, revision, isMaterial, texts: sixTexts('Other'), audiences: ['CONSOLE' as const] };
    const refused = await server.send(calls.update, staff, change);
    expect(refused).toMatchObject({
      code: 409,
      msg: errors.agreementState.texts.en.replace('{state}', fieldReasons.ARTICLE_PUBLISHED.en),
    });
    const second = await draft({ texts: sixTexts('Other') });
    expect(second.before).toMatchObject({ number: 1, texts: sixTexts('Video') });
    expect((await publish(second)).number).toBe(2);
    expect((await publish(await draft({ region: 'DE' }))).number).toBe(1);
  });

  test('the database refuses another text in a published version', async () => {
    const { id } = await publish(await draft());
    const write = server.asOwner((sql) => sql`update agreements set texts = '[]' where id = ${id}`);
    await expect(write).rejects.toThrow('published agreements never change');
  });

  test.each<[string, AgreementText[], number]>([
    ['without a language', sixTexts('Video').slice(1), 1],
    ['without a title', sixTexts('Video').map((text) => ({ ...text, title: '' })), 6],
    ['with an empty text', sixTexts('Video', '<p> </p>'), 6],
  ])('publishing %s is refused', async (_, texts, count) => {
    const { id, revision } = await draft({ texts });
    const refused = await server.send(calls.publish, staff, { id, revision });
    const reason = fieldReasons.LANGUAGES_MISSING.en.replace('{count}', String(count));
    expect(refused).toMatchObject({ code: errors.invalid.code, data: { fields: { texts: reason } } });
  });

  test('a save on an older revision is refused', async () => {
    const { id, revision } = await draft();
    const change = { id, revision, isMaterial: true, texts: sixTexts('A'), audiences: ['APPS' as const] };
    await server.ok(calls.update, staff, change);
    expect((await server.send(calls.update, staff, change)).code).toBe(errors.outdated.code);
  });

  test('only the provider writes: an agent with the permission is refused', async () => {
    const input = {
      kind: 'TERMS' as const,
      audiences: ['CONSOLE' as const],
      texts: sixTexts('T'),
      isMaterial: true,
    };
    expect((await server.send(calls.add, agentAdmin, input)).code).toBe(errors.forbidden.code);
    const { id } = await draft();
    expect((await server.send(calls.detail, agentAdmin, { id })).code).toBe(errors.notFound.code);
  });

  test('an unlisted text is deleted, unless an account acted on it', async () => {
    const { id } = await publish(await draft({ region: 'JP' }));
    expect((await server.send(calls.remove, staff, { id })).code).toBe(409);
    await server.ok(calls.unlist, staff, { id });
    await server.ok(calls.remove, staff, { id });
    const accepted = await publish(await draft());
    const site = await server.aSite();
    await consent(accepted, site.id);
    await server.ok(calls.unlist, staff, { id: accepted.id });
    expect(await server.send(calls.remove, staff, { id: accepted.id })).toMatchObject({
      code: errors.agreementAccepted.code,
      msg: errors.agreementAccepted.texts.en.replace('{times}', '1'),
    });
  });
});

const hashOf = ({ title, body }: AgreementText) =>
  createHash('sha256').update(`${title}\n${body}`).digest('hex');

async function consent(
  { id, texts }: { id: string; texts: AgreementText[] },
  siteId: string,
  who: Person = mallAdmin,
) {
  const text = texts.find(({ lang }) => lang === 'en')!;
  const seen = { id, lang: 'en' as const, sha256: hashOf(text) };
  await server.ok(ownAgreementCalls.accept, who, { texts: [seen], siteId });
}

describe('records', () => {
  test('a record names account, version, language, text, time, address and browser', async () => {
    const text = await publish(await draft());
    const site = await server.aSite();
    await consent(text, site.id);
    const { list } = await server.ok(calls.records, staff, { agreementId: text.id });
    expect(list).toEqual([
      expect.objectContaining({
        kind: 'VIDEO',
        number: text.number,
        lang: 'en',
        sha256: hashOf(sixTexts('Video')[0]!),
        act: 'ACCEPTED',
        at: server.clock().toISOString(),
        accountName: `Nick ${mallAdmin.username}`,
        siteName: site.name,
        address: '127.0.0.1',
        agent: expect.any(String),
      }),
    ]);
    expect((await server.ok(calls.records, agentAdmin, { agreementId: text.id })).total).toBe(1);
    expect((await server.ok(calls.records, people.otherAdmin, { agreementId: text.id })).total).toBe(0);
  });

  test('the export has the records of its period', async () => {
    const text = await publish(await draft());
    await consent(text, (await server.aSite()).id);
    const at = server.clock().toISOString();
    const file = await server.answerOf(calls.export, staff, { agreementId: text.id, from: at, to: at });
    expect(file.body.trim().split('\n')).toHaveLength(2);
    expect(file.body).toContain(hashOf(sixTexts('Video')[0]!));
  });

  test('the role of the server adds and reads records, and can neither change nor delete them', async () => {
    const [rights] = await server.asOwner(
      (sql) => sql`
        select has_table_privilege('sweepline_app', 'agreement_records', 'insert') as "mayInsert",
          has_table_privilege('sweepline_app', 'agreement_records', 'select') as "maySelect",
          has_table_privilege('sweepline_app', 'agreement_records', 'update') as "mayUpdate",
          has_table_privilege('sweepline_app', 'agreement_records', 'delete') as "mayDelete",
          has_table_privilege('sweepline_app', 'agreement_records', 'truncate') as "mayTruncate"`,
    );
    expect(rights).toEqual({
      mayInsert: true,
      maySelect: true,
      mayUpdate: false,
      mayDelete: false,
      mayTruncate: false,
    });
  });
});

describe('a dry run', () => {
  const effectOf = async (changes: object) => {
    const { id } = await draft(changes);
    return await server.ok(calls.effect, superAdmin, { id });
  };

  test('material terms stop every account that is not disabled', async () => {
    const [row] = await server.asOwner(
      (sql) => sql`select count(*)::int as total from accounts where not disabled`,
    );
    expect(await effectOf({ kind: 'TERMS' })).toMatchObject({ accounts: row?.['total'], sites: 0 });
    expect(await effectOf({ kind: 'TERMS', isMaterial: false })).toMatchObject({ accounts: 0 });
    expect(await effectOf({ kind: 'TERMS', region: 'KR' })).toMatchObject({ accounts: 0, companies: 0 });
  });

  test('a text about the processing of data asks administrators of customers', async () => {
    const [row] = await server.asOwner(
      (sql) => sql`select count(*)::int as total from accounts a join companies c on c.id = a.company_id
        where not a.disabled and a.role_type = 2 and c.type <> 0`,
    );
    expect(await effectOf({ kind: 'DATA_PROCESSING' })).toMatchObject({ accounts: row?.['total'] });
  });
});
