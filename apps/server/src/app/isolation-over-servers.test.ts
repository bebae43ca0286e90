import {
  accountCalls,
  authCalls,
  profileCalls,
  topics,
  urlOf,
  type ConfirmNeeded,
  type Envelope,
} from '@sweepline/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from '../features/people/auth/session-service.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createFileStore } from '../platform/files/files.ts';
import { createVault } from '../platform/files/vault.ts';
import { createBus, type Bus } from '../platform/socket/bus.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { builders } from '../test-kit/builders/builders.ts';
import { codeBuilders } from '../test-kit/builders/code-builders.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { canaryOf, plantCanaries } from '../test-kit/isolation/canaries.ts';
import { installationKey, startInstallation, type Installation } from '../test-kit/installation.ts';
import { counted, makeRecords, sampledCalls, walk, type Records } from '../test-kit/isolation/isolation.ts';
import { password, people } from '../test-kit/people.ts';
import { sampleFor } from '../test-kit/sample.ts';
import { inTurn } from '../test-kit/send-over-http.ts';
import { senders } from '../test-kit/send.ts';
import { plantTree, standings, type PlantedTree, type Principal } from '../test-kit/tree.ts';
import { features } from './features.ts';

const clock = () => new Date();

let installation: Installation;
let urls: string[];
let tree: PlantedTree;
let records: Records;
/** A third member of the installation, which owns no robot and has no browser. */
let bus: Bus;
let leave: () => Promise<unknown>;
const faults: unknown[] = [];
beforeAll(async () => {
  installation = await startInstallation(2);
  urls = installation.servers.map(({ url }) => url);
  const { database, mqttUrl: url, filesUrl } = installation;
  const vault = createVault(installationKey);
  const options = {
    url,
    installation: 'sweepline',
    serverId: 'the server of the test',
    log: { warn: () => {} },
  };
  const remote = await connectRemoteBus({ ...options, key: vault.keyFor('bus') });
  leave = remote.close;
  bus = createBus((error) => faults.push(error), remote);
  tree = await plantTree({ db: database.db, clock });
  const rows = {
    ...builders(database.db, createFileStore(filesUrl), clock),
    ...codeBuilders(database.db, clock, vault),
    asOwner: database.asOwner,
  };
  records = await makeRecords(rows, tree);
  await database.asOwner((sql) => plantCanaries(sql, tree.ids));
  bus.publish(rightsChanged, {});
});
afterAll(async () => {
  await leave?.();
  await installation?.stop();
});

test('no account gets anything of a company outside its scope when its calls reach two servers in turn', async ({
  task,
}) => {
  const { agent, viewer, terminal, reader, regionalSales } = tree.principals;
  const sender = counted(senders(inTurn(urls)), task);
  // Apart, because the answers to who impersonates and to the impersonated account contain different times.
  const apart: Record<string, Principal>[] = [{ agent, terminal, reader, regionalSales }, { viewer }];
  const walks = apart.map((who) => walk(sender, who, records, sampledCalls));
  const findings = (await Promise.all(walks)).flat();
  expect(findings.map(({ call, who, record, what }) => `${who}: ${call} of ${record} ${what}`)).toEqual([]);
  expect(sender.unproven()).toEqual([]);
  expect(sampledCalls.length).toBeGreaterThan(80);
});

test('no message of a server is pushed by another one to an account outside its scope', async () => {
  const needs = {
    services: {
      bus,
      db: installation.database.db,
      files: createFileStore(installation.filesUrl),
      consoleUrl: () => '',
    },
    now: clock,
    robots: { live: async () => undefined, watch: () => {} },
    fault: () => {},
  };
  const rules = features
    .flatMap((it) => it.topics?.(needs) ?? [])
    .filter(({ family, name }) => !family && name !== topics.kick.name);
  const pages = Object.entries(tree.principals).flatMap(([who, principal]) =>
    urls.map((url) => ({
      who,
      principal,
      page: new BrowserSocket(`${url.replace('http', 'ws')}/service/ws/${principal.token}`),
    })),
  );
  for (const { page } of pages) {
    expect(await page.opened).toBe(true);
    page.send(...rules.map(({ name }) => ({ subscribe: name })));
  }
  // A subscription has no answer: messages are published repeatedly until they arrive and merged topics were sent.
  for (let round = 0; round < 6; round++) {
    for (const { name, message } of rules)
      for (const standing of standings) {
        const content = message ? sampleFor(message, canaryOf(standing)) : { text: canaryOf(standing) };
        bus.publish({ name }, content, { companyId: tree.ids[standing] });
      }
    await pause(400);
  }
  for (const { who, principal, page } of pages) {
    page.socket.close();
    const text = JSON.stringify(page.received);
    expect(
      standings.filter((it) => text.includes(canaryOf(it))),
      who,
    ).toEqual(standings.filter((it) => principal.sees.has(it)));
  }
  expect(faults).toEqual([]);
});

test('a sign-in at one server that is confirmed at the other is valid at both, until the account is disabled at one', async () => {
  const [first, second] = urls as [string, string];
  const form = new FormData();
  form.set('username', 'mallAdmin');
  form.set('password', password);
  const answer = await fetch(`${first}${urlOf(authCalls.login)}`, { method: 'POST', body: form });
  const { data } = (await answer.json()) as Envelope<ConfirmNeeded>;
  // The account has a session already: the other server confirms its end.
  const { confirmToken } = data;
  const user = await senders(inTurn([second])).ok(authCalls.confirm, undefined, { confirmToken });
  const person = { ...people.mallAdmin, token: user.session };
  const readAt = (url: string) => senders(inTurn([url])).send(profileCalls.read, person, {});
  expect((await readAt(second)).data.username).toBe('mallAdmin');
  expect((await readAt(first)).code).toBe(200);
  await senders(inTurn([second])).ok(accountCalls.disable, people.superAdmin, { ids: [person.id] });
  await eventually(
    async () => (await readAt(first)).code !== 200,
    'the end of the session at the first server',
  );
});
