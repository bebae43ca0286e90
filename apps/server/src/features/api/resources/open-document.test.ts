import { openEventNames, openProblems, openResources } from '@sweepline/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testServer } from '../../../test-kit/test-server.ts';
import { openDocument } from './open-document.ts';
import { breaksOf } from './released-document.ts';

const server = testServer();
const file = join(import.meta.dirname, '../../../../../../docs/open-api.released.json');
const released: unknown = JSON.parse(readFileSync(file, 'utf8'));

test('the document is answered without a key and names every resource, event and problem', async () => {
  const answer = await server.app.inject({ url: '/open/v1/openapi.json' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const document = answer.json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toHaveLength(Object.keys(openResources).length);
  expect(Object.keys(document.webhooks)).toEqual(openEventNames);
  expect(document.paths['/runs/{id}'].get.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
  ]);
  const etag = String(answer.headers['etag']);
  const again = await server.app.inject({ url: '/open/v1/openapi.json', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('nothing of the released document was removed or narrowed', () => {
  // After a release: write the present document to the file. A break needs a new version of the path instead.
  expect(breaksOf(released, JSON.parse(JSON.stringify(openDocument('1'))))).toEqual([]);
});

type Tree = { [key: string]: Tree };

/** A copy of the released document with one value replaced or, without a value, removed. */
function changed(path: readonly string[], value?: unknown): unknown {
  // A document is a tree of objects; only the changed value may be another.
  const document = structuredClone(released) as Tree;
  const last = path.at(-1) ?? '';
  const parent = path.slice(0, -1).reduce((tree, key) => tree[key] ?? {}, document);
  if (value === undefined) delete parent[last];
  else parent[last] = value as Tree;
  return document;
}
const breaks = (path: readonly string[], value?: unknown) => breaksOf(released, changed(path, value));

test('a field, a resource, an event or a problem that is missing is a break, and an addition is none', () => {
  const schema = [
    'paths',
    '/robots/{id}',
    'get',
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  ];
  const model = [...schema, 'properties', 'model'];
  expect(breaksOf(released, released)).toEqual([]);
  expect(breaks(['paths', '/runs'])).toEqual(['/runs is gone']);
  expect(breaks(model)).toContain('/robots/{id}.model is gone');
  expect(breaks(model, { type: 'number' })).toEqual(['/robots/{id}.model has another type']);
  expect(breaks([...schema, 'properties', 'colour'], { type: 'string' })).toEqual([]);
  expect(breaks([...schema, 'required'], ['id'])).toContain('/robots/{id}.model may be missing');
  expect(breaks(['webhooks', 'run.started'])).toEqual(['event run.started is gone']);
  expect(breaks(['components', 'schemas', 'Problem', 'properties', 'type', 'enum'], [])).toHaveLength(
    Object.keys(openProblems).length,
  );
  const parameter = (more: object) => [{ name: 'state', in: 'query', schema: {}, ...more }];
  expect(breaks(['paths', '/runs', 'get', 'parameters'], parameter({}))).toContain('/runs?robotId is gone');
  expect(breaks(['paths', '/sites', 'get', 'parameters'], parameter({ required: true }))).toContain(
    '/sites?state is required now',
  );
});
