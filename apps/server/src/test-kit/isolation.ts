import { allCalls, errors, onlyReads, type Call } from '@sweepline/contract';
import { canaryOf } from './canaries.ts';
import type { TestServer } from './index.ts';
import { makers, type Feature } from './record-makers.ts';
import { fieldsOf, nowhere, sampleOf } from './sample.ts';
import { standings, type PlantedTree, type Principal, type Standing } from './tree.ts';

/** One thing that reached somebody it must not reach, or was kept from somebody it belongs to. */
interface Finding {
  call: string;
  who: string;
  record: Standing | 'deleted' | 'missing' | 'any';
  what: string;
}

export type Records = Partial<Record<Feature, Record<Standing | 'deleted', string>>>;

const calls = Object.entries(allCalls).flatMap(([feature, group]) =>
  Object.entries<Call>(group).map(([name, call]) => ({
    feature: feature as Feature,
    name: `${feature} ${name}`,
    call,
  })),
);
const guarded = calls.filter(({ call }) => call.allow !== 'everyone');
const idOf = (call: Call) => fieldsOf(call).find((field) => field === 'id' || field === 'hash');

/** One record of each feature in each company of the tree, and one of `own` that has gone again. */
export async function makeRecords(server: TestServer, { ids }: PlantedTree): Promise<Records> {
  const records: Records = {};
  for (const [feature, make] of Object.entries(makers)) {
    if (typeof make === 'string') continue;
    const made = {} as Record<Standing | 'deleted', string>;
    for (const standing of standings) made[standing] = (await make(server, ids[standing])).id;
    made.deleted = feature === 'companies' ? nowhere : (await make(server, ids.own)).id;
    if (feature !== 'companies') await erase(server, made.deleted);
    records[feature as Feature] = made;
  }
  return records;
}

/** Takes a row out of whichever table it is in, as if somebody had deleted it. */
const erase = (server: TestServer, id: string) =>
  server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`;
    await sql`set session_replication_role = replica`;
    for (const { name } of tables) await sql`delete from ${sql(name)} where id = ${id}`;
  });

/** What somebody got, without the number of the request; and whether a canary of a stranger's company is in it. */
async function ask(server: TestServer, who: Principal, call: Call, input: Record<string, unknown>) {
  const answer = await server.answerOf(call, who, input);
  const text = `${answer.body}\n${JSON.stringify(answer.headers)}`;
  const strange = standings.filter(
    (standing) => !who.sees.has(standing) && text.includes(canaryOf(standing)),
  );
  const said = answer.body.replace(/"requestId":"[^"]*"/, '');
  const code = said.startsWith('{"code":') ? Number.parseInt(said.slice(8), 10) : answer.statusCode;
  return { said, code, strange };
}

/**
 * Walks principals × calls × whose record. Of a record one does not see, every answer must be the one for a record that never was,
 * byte for byte; what one does see must be there to read; and no answer at all may carry a stranger's canary. Who looks through
 * somebody's eyes reads what they read and does nothing. All walk at once, as people do.
 */
export async function walk(
  server: TestServer,
  principals: Readonly<Record<string, Principal>>,
  records: Records,
): Promise<Finding[]> {
  const walks = new Map(
    await Promise.all(
      Object.entries(principals).map(
        async ([who, principal]) => [who, await walkAs(server, who, principal, records)] as const,
      ),
    ),
  );
  const unlike = Object.entries(principals).flatMap(([who, { through }]) => {
    const [own, theirs] = [walks.get(who), walks.get(through ?? '')];
    return own && theirs ? unlikeness(who, own.read, theirs.read) : [];
  });
  return [...walks.values()].flatMap(({ findings }) => findings).concat(unlike);
}

/** What was answered to a call that reads, by call and record. */
type Read = Map<string, Pick<Finding, 'call' | 'record'> & { said: string }>;

/** What tells of the session that asks or of the second it is, and what is being entered while all walk. */
const ownWords = new Set([
  ...['auth check', 'auth socketTicket', 'sessions list', 'sessions history', 'reportDocuments sheet'],
  ...['audit list', 'audit bars', 'audit chain', 'audit export'],
]);

const unlikeness = (who: string, own: Read, theirs: Read): Finding[] =>
  [...own].flatMap(([key, { call, record, said }]) => {
    const other = theirs.get(key)?.said;
    const what = `answers ${said.slice(0, 90)} instead of ${other?.slice(0, 90)}`;
    return said === other || ownWords.has(call) ? [] : [{ call, who, record, what }];
  });

async function walkAs(
  server: TestServer,
  who: string,
  principal: Principal,
  records: Records,
): Promise<{ findings: Finding[]; read: Read }> {
  const findings: Finding[] = [];
  const read: Read = new Map();
  for (const { feature, name, call } of guarded) {
    const note = (record: Finding['record'], what: string) =>
      findings.push({ call: name, who, record, what });
    const asked = async (record: Finding['record'], input: Record<string, unknown>) => {
      const answer = await ask(server, principal, call, input);
      for (const standing of answer.strange) note(record, `shows the canary of ${standing}`);
      if (onlyReads(call)) read.set(`${name} ${record}`, { call: name, record, said: answer.said });
      return answer;
    };
    const sample = sampleOf(call);
    if (principal.through && !(call.allowWhileImpersonating ?? onlyReads(call))) {
      const { code } = await asked('any', sample);
      if (code !== errors.viewOnly.code) note('any', `is answered ${code} though they only look`);
      // Refused before anybody looks whose record it is about.
      continue;
    }
    const field = idOf(call);
    const made = records[feature];
    if (onlyReads(call) && !field) await asked('any', sample);
    if (!field || !made) continue;
    const missing = await asked('missing', { ...sample, [field]: nowhere });
    const hidden = standings.filter((standing) => !principal.sees.has(standing));
    for (const record of [...hidden, 'deleted'] as const) {
      const { said } = await asked(record, { ...sample, [field]: made[record] });
      if (said !== missing.said) note(record, `answers ${said.slice(0, 90)}`);
    }
    if (!onlyReads(call) || missing.code !== errors.notFound.code) continue;
    for (const record of principal.sees) {
      const { code } = await asked(record, { ...sample, [field]: made[record] });
      if (code === errors.notFound.code) note(record, 'is hidden from who may see it');
    }
  }
  return { findings, read };
}

/** Calls that take many records at once, and the field that names them. */
export const listed = guarded.flatMap(({ feature, name, call }) =>
  fieldsOf(call)
    .filter((field) => /^(ids|[a-z]+Ids)$/.test(field))
    .map((field) => ({ feature, name, call, field })),
);
