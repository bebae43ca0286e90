// The certificate library asks for this before anything else.
import 'reflect-metadata';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import type { ActivationRequest } from '@sweepline/contract/robot';
import { afterEach, expect, test } from 'vitest';
import {
  activate,
  ActivationRefused,
  renewed,
  storedCredential,
  type ActivationSetup,
} from './activation.ts';
import { memoryDisk, type Disk } from '../connection/disk.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A server that does with each call what it is told. */
async function aServer(...does: ('answer' | 'hang up' | 'refuse')[]) {
  const heard: ActivationRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push(JSON.parse(Buffer.concat(chunks).toString()) as ActivationRequest);
      const what = does.shift();
      if (what === 'hang up') return void response.destroy();
      const mqtt = { host: 'broker', port: 8883, interfaceName: 'vda5050', tls: true };
      const given = {
        deviceId: 'd',
        mqtt,
        certificate: 'PEM',
        chain: ['CA'],
        notAfter: '2031-01-01T00:00:00.000Z',
      };
      response.writeHead(what === 'refuse' ? 409 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(what === 'refuse' ? { error: 'CODE_USED' } : given));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => server.close());
  return { heard, http: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const setup = (http: string, disk: Disk): ActivationSetup => ({
  ...{ http, disk, ca: undefined, serialNumber: 'J30C0001', manufacturer: 'JBOT', model: 'J30' },
  ...{ credentialType: 'CERTIFICATE', log: () => undefined },
});

test('an answer that was lost is asked for again with the same key and nonce, and what comes is kept', async () => {
  const { http, heard } = await aServer('hang up', 'answer');
  const disk = memoryDisk();
  await activate(setup(http, disk), 'CODE');
  expect(heard).toHaveLength(2);
  expect(heard[1]).toEqual(heard[0]);
  const request = new Pkcs10CertificateRequest(heard[0]!.csr!);
  expect(await request.verify()).toBe(true);
  expect(request.subjectName.getField('CN')).toEqual(['J30C0001']);
  expect(storedCredential(disk)).toMatchObject({ url: 'mqtts://broker:8883', cert: 'PEM' });
  expect(storedCredential(disk)?.key).toContain('PRIVATE KEY');
  expect(JSON.stringify(heard)).not.toContain('PRIVATE KEY');
});

test('after a refusal nothing is kept, and the next code is a request of its own', async () => {
  const { http, heard } = await aServer('refuse', 'answer');
  const disk = memoryDisk();
  await expect(activate(setup(http, disk), 'FIRST')).rejects.toThrow(ActivationRefused);
  expect(storedCredential(disk)).toBeUndefined();
  await activate(setup(http, disk), 'SECOND');
  expect(heard[1]?.nonce).not.toBe(heard[0]?.nonce);
  expect(heard[1]?.hardwareId).toBe(heard[0]?.hardwareId);
});

test('a certificate is renewed for a new key when the server says that it is time', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const due = { status: 'OK', certRenewAfter: '2030-09-01T00:00:00.000Z' };
    const next = { certificate: 'NEXT', chain: ['CA'], notAfter: '2032-01-01T00:00:00.000Z' };
    response.end(JSON.stringify(request.url?.endsWith('renew') ? next : due));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => server.close());
  const disk = memoryDisk();
  const robot = setup(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, disk);
  const given = { url: 'mqtts://broker:8883', cert: 'PEM', key: 'KEY' };
  expect(await renewed(robot, given, Date.parse('2030-08-31T00:00:00.000Z'))).toBeUndefined();
  await renewed(robot, given, Date.parse('2030-09-02T00:00:00.000Z'));
  expect(asked).toEqual(['/device/v1/config', '/device/v1/config', '/device/v1/renew']);
  expect(storedCredential(disk)).toMatchObject({ cert: 'NEXT', url: 'mqtts://broker:8883' });
  expect(storedCredential(disk)?.key).toContain('PRIVATE KEY');
});
