import {
  authCalls,
  chatUserCalls,
  controlPasswordCalls,
  deviceControlCalls,
  errors,
  type Call,
} from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicLimitOptions } from '../platform/limits/public-limit.ts';
import { aDevice, eventually } from '../robots/test-kit/test-gateway.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { companyIds, people, type Person } from '../test-kit/people.ts';
import { answerOverHttp, sendOverHttp } from '../test-kit/send-over-http.ts';

const { mallAdmin, agentAdmin } = people;

let installation: Installation;
let urls: string[];
beforeAll(async () => {
  // Robots without a certificate get a password; the broker needs a public name for that.
  installation = await startInstallation(2, { TRUSTED_PROXIES: '1', MQTT_PUBLIC_HOST: 'broker.example' });
  urls = installation.servers.map(({ url }) => url);
});
afterAll(() => installation?.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Sends a call to the servers in turn, one after another. Returns the codes of the answers. */
async function inTurn(call: Call, who: Person | undefined, inputs: readonly object[], headers = {}) {
  const codes: number[] = [];
  for (const [n, input] of inputs.entries())
    codes.push((await sendOverHttp(urls[n % urls.length]!, call, who, input, headers)).code);
  return codes;
}
const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('an address that used its public calls up at one server is refused at the other', async () => {
  const visit = (url: string) =>
    answerOverHttp(url, chatUserCalls.unlinkByApp, undefined, { hash: 'x' }, from('198.51.100.1'));
  const statuses: number[] = [];
  for (let n = 0; n <= publicLimitOptions.maxPerAddress; n += 20)
    for (const { status } of await Promise.all(repeated(20, urls[0]!).map(visit))) statuses.push(status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(publicLimitOptions.maxPerAddress);
  // Far fewer visits than the limit of one server: only the report of the other one can refuse them.
  let visits = 0;
  await eventually(async () => {
    visits += 1;
    return (await visit(urls[1]!)).status === 429;
  }, 'the refusal at the other server');
  expect(visits).toBeLessThan(publicLimitOptions.maxPerAddress / 2);
});

test('wrong passwords from new addresses count at both servers together', async () => {
  const attempt = async (n: number) => {
    const form = new FormData();
    form.set('username', 'mallAdmin');
    form.set('password', 'wrong');
    const path = `${urls[n % 2]}/api/${authCalls.login.path}`;
    const answer = await fetch(path, { method: 'POST', body: form, headers: from(`198.51.102.${n}`) });
    return ((await answer.json()) as { code: number }).code;
  };
  const codes: number[] = [];
  for (let n = 0; n < 7; n += 1) codes.push(await attempt(n));
  expect(codes).toEqual([...repeated(6, errors.wrongCredentials.code), errors.waitToSignIn.code]);
});

test('wrong link codes of an address count at both servers together', async () => {
  const inputs = repeated(12, { code: 'ABCDEFGH', app: 'LINE', externalId: 'x', name: 'X' });
  const codes = await inTurn(chatUserCalls.link, undefined, inputs, from('198.51.100.3'));
  expect(codes).toEqual([...repeated(11, errors.notFound.code), errors.tooMany.code]);
});

test('wrong control passwords of an account count at both servers together', async () => {
  const { deviceId: id } = await aDevice(installation.database.db, companyIds.mall);
  const input = { id, scope: 'COMPANY', password: 'let me drive' };
  await sendOverHttp(urls[0]!, controlPasswordCalls.update, mallAdmin, input);
  const inputs = repeated(5, { id, password: 'wrong' });
  const codes = await inTurn(deviceControlCalls.unlock, agentAdmin, inputs);
  expect(codes).toEqual([...repeated(4, errors.controlPassword.code), errors.waitToUnlock.code]);
});

test('a right control password at one server ends the count of wrong ones at the other', async () => {
  const { deviceId: id } = await aDevice(installation.database.db, companyIds.mall);
  await sendOverHttp(urls[0]!, controlPasswordCalls.update, mallAdmin, {
    id,
    scope: 'COMPANY',
    password: 'let me drive',
  });
  const passwords = ['a', 'b', 'c', 'let me drive', 'd', 'e', 'f', 'let me drive'];
  const inputs = passwords.map((password) => ({ id, password }));
  const wrong = repeated(3, errors.controlPassword.code);
  expect(await inTurn(deviceControlCalls.unlock, mallAdmin, inputs)).toEqual([...wrong, 200, ...wrong, 200]);
});

test('attempts at an activation code count at both servers together', async () => {
  const activate = async (url: string, address: string) => {
    const answer = await fetch(`${url}/device/v1/activate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from(address) },
      body: JSON.stringify({
        manufacturer: 'JBOT',
        serialNumber: 'J30X',
        model: 'J30',
        hardwareId: 'hw',
        activationCode: 'ABCD-EFGH-JKMN-PQRS',
        credentialType: 'PASSWORD',
        nonce: '12345678',
      }),
    });
    return answer.status;
  };
  const ofCode: number[] = [];
  for (let n = 0; n < 6; n += 1) ofCode.push(await activate(urls[n % 2]!, `198.51.101.${n}`));
  expect(ofCode).toEqual([...repeated(5, 404), 429]);
});
