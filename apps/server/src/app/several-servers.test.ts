import { fileCalls, mapCalls, urlOf, type Output } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people } from '../test-kit/people.ts';

const { mallAdmin, agentAdmin } = people;

let installation: Installation;
let first: string;
let second: string;
beforeAll(async () => {
  installation = await startInstallation(2, { TRUSTED_PROXIES: '1' });
  [first, second] = installation.servers.map(({ url }) => url) as [string, string];
});
afterAll(() => installation?.stop());

test('the picture of an upload to one server is shown by the other, to its uploader only', async () => {
  const form = new FormData();
  form.set('picture', new Blob(['P5\n2 2\n255\n', new Uint8Array([0, 254, 254, 205])]), 'm.pgm');
  form.set('yaml', new Blob(['image: m.pgm\nresolution: 0.1\norigin: [0, 0, 0]\n']), 'm.yaml');
  const headers = { authorization: mallAdmin.token };
  const answer = await fetch(`${first}${urlOf(mapCalls.preview)}`, { method: 'POST', headers, body: form });
  const { ground } = ((await answer.json()) as { data: Output<typeof mapCalls.preview> }).data;
  const read = (url: string, { token }: { token: string }) =>
    fetch(`${url}${urlOf(fileCalls.read).replace(':hash', ground.file)}`, {
      headers: { authorization: token },
    });
  const [here, there] = [await read(first, mallAdmin), await read(second, mallAdmin)];
  expect(there.headers.get('content-type')).toBe('image/png');
  expect(await there.bytes()).toEqual(await here.bytes());
  expect((await read(second, agentAdmin)).headers.get('content-type')).toMatch('application/json');
});
