// The certificate library needs this import first.
import 'reflect-metadata';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import type { ActivationRequest } from '@sweepline/contract/robot';
import { afterEach, expect, test } from 'vitest';
import {
  activate,
  ActivationRefused,
  renewCredential,
  storedCredential,
  type ActivationSetup,
} from './activation.ts';
import { memoryDisk, type Disk } from '../connection/disk.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A server that handles its n-th call as given by the n-th argument. */
async function aServer(...actions: ('answer' | 'hang up' | 'refuse')[]) {
  const requests: ActivationRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(JSON.parse(Buffer.concat(chunks).toString()) as ActivationRequest);
      const action = actions.shift();
      if (action === 'hang up') return void response.destroy();
      const mqtt = { host: 'broker', port: 8883, interfaceName: 'vda5050', tls: true };
      const activated = {
        deviceId: 'd',
        mqtt,
        certificate: 'PEM',
        chain: ['CA'],
        notAfter: '2031-01-01T00:00:00.000Z',
      };
      response.writeHead(action === 'refuse' ? 409 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(action === 'refuse' ? { error: 'CODE_USED' } : activated));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => server.close());
  return { requests, http: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const setup = (http: string, disk: Disk): ActivationSetup => ({
  http,
  disk,
  ca: undefined,
  serialNumber: 'J30C0001',
  manufacturer: 'JBOT',
  model: 'J30',
  credentialType: 'CERTIFICATE',
  log: () => undefined,
});

test('an activation with a lost answer is repeated with the same key and nonce, and its credential is saved', async () => {
  const { http, requests } = await aServer('hang up', 'answer');
  const disk = memoryDisk();
  await activate(setup(http, disk), 'CODE');
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual(requests[0]);
  const request = new Pkcs10CertificateRequest(requests[0]!.csr!);
  expect(await request.verify()).toBe(true);
  expect(request.subjectName.getField('CN')).toEqual(['J30C0001']);
  expect(storedCredential(disk)).toMatchObject({ url: 'mqtts://broker:8883', cert: 'PEM' });
  expect(storedCredential(disk)?.key).toContain('PRIVATE KEY');
  expect(JSON.stringify(requests)).not.toContain('PRIVATE KEY');
});

test('a refused activation saves no credential, and the next code gets a new nonce', async () => {
  const { http, requests } = await aServer('refuse', 'answer');
  const disk = memoryDisk();
  await expect(activate(setup(http, disk), 'FIRST')).rejects.toThrow(ActivationRefused);
  expect(storedCredential(disk)).toBeUndefined();
  await activate(setup(http, disk), 'SECOND');
  expect(requests[1]?.nonce).not.toBe(requests[0]?.nonce);
  expect(requests[1]?.hardwareId).toBe(requests[0]?.hardwareId);
});

test('a certificate is renewed with a new key once certRenewAfter has passed', async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const due = { status: 'OK', certRenewAfter: '2030-09-01T00:00:00.000Z' };
    const next = { certificate: 'NEXT', chain: ['CA'], notAfter: '2032-01-01T00:00:00.000Z' };
    response.end(JSON.stringify(request.url?.endsWith('renew') ? next : due));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => server.close());
  const disk = memoryDisk();
  const robot = setup(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, disk);
  const credential = { url: 'mqtts://broker:8883', cert: 'PEM', key: 'KEY' };
  expect(await renewCredential(robot, credential, Date.parse('2030-08-31T00:00:00.000Z'))).toBeUndefined();
  await renewCredential(robot, credential, Date.parse('2030-09-02T00:00:00.000Z'));
  expect(paths).toEqual(['/device/v1/config', '/device/v1/config', '/device/v1/renew']);
  expect(storedCredential(disk)).toMatchObject({ cert: 'NEXT', url: 'mqtts://broker:8883' });
  expect(storedCredential(disk)?.key).toContain('PRIVATE KEY');
});
