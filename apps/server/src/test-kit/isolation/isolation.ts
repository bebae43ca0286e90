import { allCalls, errors, onlyReads, type Call } from '@sweepline/contract';
import type { TaskMeta } from 'vitest';
import { canaryOf } from './canaries.ts';
import type { TestDatabase } from '../database.ts';
import { makers, type Builders, type Feature } from '../record-makers.ts';
import { filesOf, inputOf, type Files } from './isolation-inputs.ts';
import { fieldsOf, nowhere } from '../sample.ts';
import type { Answer, SendOptions } from '../send.ts';
import { standings, type PlantedTree, type Principal, type Standing } from '../tree.ts';

/** One violation: data that reached the wrong account, or that was hidden from an account that may see it. */
export interface Finding {
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
/** Sends calls to one server, or to several. */
export interface Asked {
  answerOf: (call: Call, who: Principal, input: unknown, options?: SendOptions) => Promise<Answer>;
}

declare module 'vitest' {
  interface TaskMeta {
    /** What a walk proved, by name. The closing lines of `npm test` add them. */
    promises?: Record<string, number>;
  }
}

/** How far a call came before it was refused. Only one that passed its input proves something about the tenant scope. */
const reaches = ['permission', 'input', 'scope', 'rule', 'answered'] as const;
type Reach = (typeof reaches)[number];

/** The same server, which counts how far calls come, for the closing lines of the run. */
export function counted(server: Asked, { meta }: { meta: TaskMeta }) {
  const reached = new Map<Call, Set<Reach>>();
  const count = (name: string) =>
    void (meta.promises = { ...meta.promises, [name]: (meta.promises?.[name] ?? 0) + 1 });
  return {
    answerOf: async (...asked: Parameters<Asked['answerOf']>): Promise<Answer> => {
      const answer = await server.answerOf(...asked);
      const reach = reachOf(codeOf(answer));
      count(`calls of an account for a record: ${reach}`);
      reached.set(asked[0], (reached.get(asked[0]) ?? new Set()).add(reach));
      return answer;
    },
    /** Calls that were refused by their input, and that no account brought past it. */
    unproven: (): string[] =>
      guarded
        .filter(({ call }) => {
          const of = reached.get(call);
          return of?.has('input') && !(['scope', 'rule', 'answered'] as const).some((it) => of.has(it));
        })
        .map(({ name }) => name),
  };
}

function reachOf(code: number): Reach {
  if (code === errors.forbidden.code || code === errors.viewOnly.code) return 'permission';
  if (code === errors.invalid.code) return 'input';
  if (code === errors.notFound.code) return 'scope';
  return code === 200 ? 'answered' : 'rule';
}

const codeOf = ({ body, statusCode }: Answer): number =>
  body.startsWith('{"code":') ? Number.parseInt(body.slice(8), 10) : statusCode;

type GuardedCall = (typeof calls)[number];
export const guarded = calls.filter(({ call }) => call.allow !== 'everyone');
const idOf = (call: Call) => fieldsOf(call).find((field) => field === 'id' || field === 'hash');

/** One record of each feature in each company of the tree, and one deleted record of `own`. */
export async function makeRecords(server: Builders, { ids }: PlantedTree): Promise<Records> {
  const records: Records = {};
  for (const [feature, make] of Object.entries(makers)) {
    if (typeof make === 'string') continue;
    const recordIds = {} as Record<Standing | 'deleted', string>;
    for (const standing of standings) recordIds[standing] = (await make(server, ids[standing])).id;
    recordIds.deleted = feature === 'companies' ? nowhere : (await make(server, ids.own)).id;
    if (feature !== 'companies') await erase(server, recordIds.deleted);
    records[feature as Feature] = recordIds;
  }
  return records;
}

/** Their rows are published to the companies below. */
const published = new Set<Feature>(['checklists', 'spareParts', 'otaPackages', 'apps', 'articleCategories']);

/** The companies whose records of a feature an account may read. */
export const seenBy = ({ sees, inherits }: Principal, feature: Feature): ReadonlySet<Standing> =>
  published.has(feature) ? new Set([...sees, ...inherits]) : sees;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Deletes a row from its table. A record that is computed, such as a need, ends with the row that its id names. */
const erase = (server: Pick<TestDatabase, 'asOwner'>, recordId: string) =>
  server.asOwner(async (sql) => {
    const id = uuid.exec(recordId)?.[0] ?? nowhere;
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`;
    await sql`set session_replication_role = replica`;
    for (const { name } of tables) await sql`delete from ${sql(name)} where id = ${id}`;
  });

/** The answer of a call without the request id, its code, and the companies outside the scope whose canary it contains. */
export async function ask(
  server: Asked,
  { who, sees }: { who: Principal; sees: ReadonlySet<Standing> },
  { call, files }: { call: Call; files: Files | undefined },
  input: Record<string, unknown>,
) {
  const answer = await server.answerOf(call, who, input, files && { files });
  const text = `${answer.body}\n${JSON.stringify(answer.headers)}`;
  const leaked = standings.filter((standing) => !sees.has(standing) && text.includes(canaryOf(standing)));
  const body = answer.body.replace(/"requestId":"[^"]*"/, '');
  return { text: body, code: codeOf(answer), leaked };
}

/**
 * Walks principals × calls × records of each company. For a hidden record every answer must equal the answer for a missing one,
 * byte for byte. A visible record must be readable. No answer may contain the canary of a hidden company. An impersonating account
 * reads the same as the impersonated one and may not write. All principals walk concurrently.
 */
export async function walk(
  server: Asked,
  principals: Readonly<Record<string, Principal>>,
  records: Records,
  walked: readonly GuardedCall[] = guarded,
): Promise<Finding[]> {
  const walks = new Map(
    await Promise.all(
      Object.entries(principals).map(
        async ([who, principal]) => [who, await walkAs(server, { who, principal, records, walked })] as const,
      ),
    ),
  );
  const differing = Object.entries(principals).flatMap(([who, { through }]) => {
    const [own, theirs] = [walks.get(who), walks.get(through ?? '')];
    return own && theirs ? differences(who, own.read, theirs.read) : [];
  });
  return [...walks.values()].flatMap(({ findings }) => findings).concat(differing);
}

/** The answers of reading calls, by call and record. */
type Read = Map<string, Pick<Finding, 'call' | 'record'> & { text: string }>;

/** Calls whose answers depend on the session or the current time, or change while all principals walk. */
const varyingCalls = new Set([
  ...['auth check', 'auth socketTicket', 'sessions list', 'sessions history', 'reportDocuments sheet'],
  ...['audit list', 'audit bars', 'audit chain', 'audit export'],
]);

const differences = (who: string, own: Read, theirs: Read): Finding[] =>
  [...own].flatMap(([key, { call, record, text }]) => {
    const other = theirs.get(key)?.text;
    const what = `answers ${text.slice(0, 90)} instead of ${other?.slice(0, 90)}`;
    return text === other || varyingCalls.has(call) ? [] : [{ call, who, record, what }];
  });

interface Walk {
  who: string;
  principal: Principal;
  records: Records;
  walked: readonly GuardedCall[];
}

async function walkAs(
  server: Asked,
  { who, principal, records, walked }: Walk,
): Promise<{ findings: Finding[]; read: Read }> {
  const findings: Finding[] = [];
  const read: Read = new Map();
  for (const { feature, name, call } of walked) {
    const sees = seenBy(principal, feature);
    const note = (record: Finding['record'], what: string) =>
      findings.push({ call: name, who, record, what });
    const isRefused = principal.through && !(call.allowWhileImpersonating ?? onlyReads(call));
    const answerTo = async (record: Finding['record'], input: Record<string, unknown>) => {
      const answer = await ask(server, { who: principal, sees }, { call, files: filesOf[name] }, input);
      // An ended session is refused alike everywhere, which would look like isolation.
      if (answer.code === errors.signedOut.code) note(record, 'is not answered: the session has ended');
      for (const standing of answer.leaked) note(record, `shows the canary of ${standing}`);
      if (onlyReads(call) && !isRefused)
        read.set(`${name} ${record}`, { call: name, record, text: answer.text });
      return answer;
    };
    const sample = inputOf(name, call);
    if (isRefused) {
      const { code } = await answerTo('any', sample);
      if (code !== errors.viewOnly.code)
        note('any', `is answered ${code} although an impersonating account may not call it`);
      // Refused before the record is looked up.
      continue;
    }
    const field = idOf(call);
    const recordIds = records[feature];
    if (onlyReads(call) && !field) await answerTo('any', sample);
    if (!field || !recordIds) continue;
    // A comparison names two records.
    const naming = (id: string) => ({ ...sample, [field]: id, ...('otherId' in sample && { otherId: id }) });
    const missing = await answerTo('missing', naming(nowhere));
    const hidden = standings.filter((standing) => !sees.has(standing));
    for (const record of [...hidden, 'deleted'] as const) {
      const { text } = await answerTo(record, naming(recordIds[record]));
      if (text !== missing.text) note(record, `answers ${text.slice(0, 90)}`);
    }
    if (!onlyReads(call) || missing.code !== errors.notFound.code) continue;
    for (const record of principal.sees) {
      const { code } = await answerTo(record, naming(recordIds[record]));
      if (code === errors.notFound.code) note(record, 'is hidden from who may see it');
    }
  }
  return { findings, read };
}

/** Calls with a list of records, and the field that names them. */
export const listed = guarded.flatMap(({ feature, name, call }) =>
  fieldsOf(call)
    .filter((field) => /^(ids|[a-z]+Ids)$/.test(field))
    .map((field) => ({ feature, name, call, field })),
);

/** The first call of each kind of each feature: that lists, that reads a record, that changes one. */
export const sampledCalls = [
  ...new Map(
    guarded
      .toReversed()
      .map((it) => [`${it.feature} ${onlyReads(it.call)} ${idOf(it.call) !== undefined}`, it]),
  ).values(),
];
