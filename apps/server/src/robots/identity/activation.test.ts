import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { activationCodeCalls, deviceCalls } from '@sweepline/contract';
import type { ActivationAnswer } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { revokeCertificates } from '../../features/devices/identity/device-certificate-service.ts';
import { aRequest } from '../test-kit/test-requests.ts';
import { eventually, TestRobot } from '../test-kit/test-gateway.ts';

const server = testServer();

const { mallAdmin } = people;
const hourMs = 3_600_000;
let calls = 0;

interface ActivationInput {
  code: string;
  sn?: string;
  from?: string;
  [field: string]: unknown;
}

/** Activates one robot, from a separate address unless the test sets one. */
async function activate({
  code,
  sn = 'J30C0900',
  from = `192.0.2.${++calls % 250}`,
  ...fields
}: ActivationInput) {
  const payload = {
    manufacturer: 'JBOT',
    serialNumber: sn,
    model: 'J30',
    hardwareId: `hw-${sn}`,
    activationCode: code,
    credentialType: 'PASSWORD',
    versions: { software: '2.4.1', hardware: 'B' },
    iccid: '8949020000123456789F',
    nonce: 'nonce-0001',
    ...fields,
  };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/device/v1/activate',
    payload,
    remoteAddress: from,
  });
  return { status: answer.statusCode, body: answer.json<ActivationAnswer & { error?: string }>() };
}
const errorOf = async (input: ActivationInput) => (await activate(input)).body.error;
const stateOf = async (id: string) =>
  (await server.ok(activationCodeCalls.detail, mallAdmin, { id })).code.state;
const daysFromNow = (days: number) => new Date(server.clock().getTime() + days * 24 * hourMs).toISOString();

test('a robot with a valid code joins the company of the code on its terms, and connects with its password', async () => {
  const code = await server.aCode({ usageType: 'LEASE', useDays: 90, noticeToId: mallAdmin.id });
  const { status, body } = await activate({ code: code.code.toLowerCase() });
  expect(status).toBe(200);
  expect(body.mqtt).toMatchObject({ host: '127.0.0.1', interfaceName: 'vda5050', tls: false });
  expect(Buffer.from(body.password ?? '', 'base64url')).toHaveLength(32);
  const { device } = await server.ok(deviceCalls.detail, mallAdmin, { id: body.deviceId });
  expect(device).toMatchObject({
    sn: 'J30C0900',
    binding: 'ACTIVATED',
    companyId: companyIds.mall,
    usageType: 'LEASE',
    iccid: '8949020000123456789',
    usableUntil: daysFromNow(90),
    activatedAt: daysFromNow(0),
    softwareVersion: '2.4.1',
    hardwareVersion: 'B',
    inventory: 'OUTBOUND',
  });
  const { code: usedCode, events } = await server.ok(activationCodeCalls.detail, mallAdmin, { id: code.id });
  expect(usedCode).toMatchObject({ state: 'USED', sn: 'J30C0900', device: { id: body.deviceId } });
  expect(events).toMatchObject([{ kind: 'USED', sn: 'J30C0900' }]);
  await eventually(() => server.gateway.live(body.deviceId), 'the gateway to know the robot');
  const registered = {
    deviceId: body.deviceId,
    companyId: companyIds.mall,
    secret: body.password ?? '',
    sn: 'J30C0900',
    manufacturer: 'JBOT',
    protocol: 'v3' as const,
  };
  const robot = await TestRobot.connect(server.gateway.mqttUrl, registered);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await eventually(
    () => server.gateway.live(body.deviceId)?.connection.state === 'ONLINE',
    'the robot to be online',
  );
  await robot.leave();
});

test('of two robots that send one code at the same time, one is activated and the other gets CODE_USED', async () => {
  const { code, id } = await server.aCode();
  const answers = await Promise.all(['J30C0001', 'J30C0002'].map((sn) => activate({ code, sn })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('CODE_USED');
  expect((await server.ok(deviceCalls.list, mallAdmin, {})).total).toBe(1);
  expect(await stateOf(id)).toBe('USED');
});

test('of two robots with one serial number and different codes, one is activated, and the other code stays unused', async () => {
  const codes = [await server.aCode(), await server.aCode()];
  const answers = await Promise.all(codes.map(({ code }, n) => activate({ code, hardwareId: `hw-${n}` })));
  expect(answers.map(({ body }) => body.error ?? '').toSorted()).toEqual(['', 'SN_TAKEN']);
  expect((await Promise.all(codes.map(({ id }) => stateOf(id)))).toSorted()).toEqual(['UNUSED', 'USED']);
});

test('each refusal has the name of its reason', async () => {
  const { code } = await server.aCode();
  expect(await errorOf({ code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' })).toBe('CODE_UNKNOWN');
  expect(await errorOf({ code, model: 'J40' })).toBe('MODEL_MISMATCH');
  expect(await errorOf({ code: (await server.aCode({ validUntil: daysFromNow(-1) })).code })).toBe(
    'CODE_EXPIRED',
  );
  expect(await errorOf({ code: (await server.aCode({ state: 'FAILED' })).code })).toBe('CODE_FAILED');
  expect(await errorOf({ code: (await server.aCode({ state: 'USED' })).code })).toBe('CODE_USED');
  for (const binding of ['ACTIVATED', 'FROZEN', 'UNBINDING', 'VOID'] as const) {
    const { sn } = await server.aDevice({ binding });
    expect(await errorOf({ code: (await server.aCode()).code, sn: sn.toLowerCase() }), binding).toBe(
      'SN_TAKEN',
    );
  }
  expect((await activate({ code, nonce: '' })).status).toBe(400);
  expect((await activate({ code, serialNumber: 'a/b' })).status).toBe(400);
});

test('an unbound robot can be activated with a new code, also in another company', async () => {
  const { id, sn } = await server.aDevice({
    binding: 'NOT_ACTIVATED',
    companyId: companyIds.other,
    nickname: 'Old',
  });
  const { code } = await server.aCode();
  const { body } = await activate({ code, sn });
  expect(body.deviceId).toBe(id);
  expect((await server.ok(deviceCalls.detail, mallAdmin, { id })).device).toMatchObject({
    companyId: companyIds.mall,
    binding: 'ACTIVATED',
    nickname: sn,
  });
});

test('a repeated activation within a day issues a new secret; after a day the code is used', async () => {
  const { code, id } = await server.aCode();
  const [first, second] = [await activate({ code }), await activate({ code })];
  expect(second.body.deviceId).toBe(first.body.deviceId);
  expect(second.body.password).not.toBe(first.body.password);
  const config = (password = '') =>
    server.app.inject({
      url: '/device/v1/config',
      headers: { authorization: `Basic ${Buffer.from(`J30C0900:${password}`).toString('base64')}` },
    });
  expect((await config(first.body.password)).statusCode).toBe(401);
  expect((await config(second.body.password)).json()).toMatchObject({ status: 'OK', certRenewAfter: null });
  expect(await errorOf({ code, hardwareId: 'another' })).toBe('CODE_USED');
  server.clock.advance(24 * hourMs);
  expect(await errorOf({ code })).toBe('CODE_USED');
  const { rows } = {
    rows: await server.asOwner(
      (sql) => sql`select kind from activation_code_events where code_id = ${id} order by id`,
    ),
  };
  expect(rows.map(({ kind }) => String(kind))).toEqual(['USED', 'ISSUED_AGAIN']);
});

test('all robots of a building can activate at once from one address', async () => {
  const codes = await Promise.all(Array.from({ length: 30 }, () => server.aCode()));
  const answers = await Promise.all(
    codes.map(({ code }, n) => activate({ code, sn: `J30B${1000 + n}`, from: '198.51.100.30' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
});

test('a code fails after ten wrong attempts, and a code or an address is limited to five attempts an hour', async () => {
  const { code, id } = await server.aCode();
  for (let i = 0; i < 5; i++) expect(await errorOf({ code, model: 'J40' })).toBe('MODEL_MISMATCH');
  expect(await errorOf({ code })).toBe('RATE_LIMITED');
  server.clock.advance(hourMs);
  for (let i = 0; i < 5; i++) await errorOf({ code, model: 'J40' });
  server.clock.advance(hourMs);
  expect(await errorOf({ code })).toBe('CODE_FAILED');
  expect((await server.ok(activationCodeCalls.detail, mallAdmin, { id })).code.failedBy).toBe('PROOFS');

  const from = '198.51.100.7';
  for (let i = 0; i < 5; i++) expect(await errorOf({ code: `0000-${i}`, from })).toBe('CODE_UNKNOWN');
  const valid = await server.aCode();
  expect(await errorOf({ code: valid.code, from })).toBe('RATE_LIMITED');
  expect((await activate({ code: valid.code })).status).toBe(200);
});

test('successful activations in series from one address are not limited', async () => {
  for (let i = 0; i < 7; i++) {
    const { code } = await server.aCode();
    expect((await activate({ code, sn: `J30C10${i}`, from: '203.0.113.9' })).status).toBe(200);
  }
});

const withCertificate = { credentialType: 'CERTIFICATE' };

test("a certificate has the robot's key and serial number, is valid for one year and signed by the installation", async () => {
  const { csr, key } = await aRequest('J30C0900');
  const { body } = await activate({ code: (await server.aCode()).code, ...withCertificate, csr });
  expect(body).toMatchObject({ mqtt: { port: 8883, tls: true } });
  expect(body.password).toBeUndefined();
  const [certificate, root] = [new X509Certificate(body.certificate!), new X509Certificate(body.chain![0]!)];
  expect(certificate.subject.split('\n').toSorted()).toEqual(['CN=J30C0900', 'O=JBOT']);
  expect(certificate.checkIssued(root) && certificate.verify(root.publicKey)).toBe(true);
  expect(root.ca).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(Date.parse(body.notAfter!)).toBe(server.clock().getTime() + 365 * 24 * hourMs);
  const data = Buffer.from('it is me');
  const signature = sign('sha256', data, createPrivateKey(key));
  expect(verify('sha256', data, certificate.publicKey, signature)).toBe(true);
});

test('a request of another robot, on another curve, or with a wrong signature is refused and counted', async () => {
  const { code, id } = await server.aCode();
  const [own, other] = [await aRequest('J30C0900'), await aRequest('J30C0901')];
  const forged = Buffer.from(own.csr.replaceAll(/-----[^-]+-----/g, ''), 'base64');
  forged[forged.length - 4]! ^= 1;
  const invalid = [
    other.csr,
    (await aRequest('J30C0900', { curve: 'P-384' })).csr,
    `-----BEGIN CERTIFICATE REQUEST-----\n${forged.toString('base64')}\n-----END CERTIFICATE REQUEST-----`,
    'nonsense',
  ];
  for (const csr of invalid) expect(await errorOf({ code, ...withCertificate, csr })).toBe('BAD_CSR');
  expect(await stateOf(id)).toBe('UNUSED');
  expect((await activate({ code, ...withCertificate, csr: own.csr })).status).toBe(200);
});

test('a bound robot can renew its certificate, and a new secret revokes its certificates', async () => {
  const { code } = await server.aCode();
  const { body } = await activate({ code });
  const headers = {
    authorization: `Basic ${Buffer.from(`J30C0900:${body.password ?? ''}`).toString('base64')}`,
  };
  const renew = async (name: string) =>
    await server.app.inject({
      method: 'POST',
      url: '/device/v1/renew',
      headers,
      payload: { csr: (await aRequest(name)).csr },
    });
  const countValid = async () =>
    (
      await server.asOwner(
        (sql) => sql`select count(*)::int as n from device_certificates where revoked_at is null`,
      )
    )[0]?.n;
  expect((await renew('J30C0999')).statusCode).toBe(422);
  for (let i = 0; i < 3; i++) expect((await renew('J30C0900')).statusCode).toBe(200);
  expect(await countValid()).toBe(2);
  const config = await server.app.inject({ url: '/device/v1/config', headers });
  const { certRenewAfter } = config.json<{ certRenewAfter: string }>();
  const days = (Date.parse(certRenewAfter) - server.clock().getTime()) / (24 * hourMs);
  expect(Math.round(days)).toBe(Math.round((365 * 2) / 3));
  await server.ok(deviceCalls.renewSecret, mallAdmin, { id: body.deviceId });
  expect(await countValid()).toBe(0);
  expect((await server.app.inject({ url: '/device/v1/config', headers })).statusCode).toBe(401);
});

test('a revocation within the tenant scope of a user reaches a robot of any company', async () => {
  const { csr } = await aRequest('J30C0900');
  const { body } = await activate({ code: (await server.aCode()).code, ...withCertificate, csr });
  await inScope(server.db, [companyIds.mall], async (tx) => {
    await tx.update(devices).set({ binding: 'NOT_ACTIVATED' }).where(eq(devices.id, body.deviceId));
    expect(await revokeCertificates(tx, server.clock, body.deviceId)).toBe(1);
    tx.afterCommit(() => announceDevice(server.bus, body.deviceId));
  });
});
