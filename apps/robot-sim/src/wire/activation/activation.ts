// The certificate library asks for this before anything else.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Name, PemConverter, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { activationAnswer, issuedCertificate } from '@sweepline/contract/robot';
import { z } from 'zod';
import type { Disk } from '../connection/disk.ts';
import { ask, type ClientTls } from '../connection/http.ts';

/** What a robot connects with, as it keeps it. */
const credential = z.object({
  url: z.string(),
  password: z.string().optional(),
  cert: z.string().optional(),
  key: z.string().optional(),
  notAfter: z.string().optional(),
});
export type Credential = z.infer<typeof credential>;
export type CredentialType = 'CERTIFICATE' | 'PASSWORD';

/** The server said no, and why. */
export class ActivationRefused extends Error {}

export interface ActivationSetup {
  http: string;
  /** Vouches for the server. */
  ca: string | undefined;
  serialNumber: string;
  manufacturer: string;
  model: string;
  credentialType: CredentialType;
  disk: Disk;
  log: (text: string) => void;
}

const credentialFile = 'credential.json';
const requestFile = 'activation.json';
const hardwareFile = 'hardware.json';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const maxWaitMs = 30_000;

/** What it was given when it was activated; undefined for a robot that is nobody's yet. */
export function storedCredential(disk: Disk): Credential | undefined {
  const found = credential.safeParse(disk.read(credentialFile));
  return found.success ? found.data : undefined;
}

const pending = z.object({
  code: z.string(),
  nonce: z.string(),
  csr: z.string().optional(),
  key: z.string().optional(),
});
type Pending = z.infer<typeof pending>;

/**
 * Types a code at the screen of a robot that is nobody's. What it asks is kept until it is answered: an answer that was lost is
 * asked for again with the same key and nonce, also after a power cut.
 */
export async function activate(setup: ActivationSetup, code: string): Promise<Credential> {
  const { disk, log } = setup;
  const request = await requestFor(setup, code);
  disk.write(requestFile, request);
  for (let waitMs = 1000; ; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
    try {
      const given = await send(setup, request);
      disk.write(credentialFile, given);
      disk.write(requestFile, null);
      return given;
    } catch (error) {
      if (error instanceof ActivationRefused) {
        disk.write(requestFile, null);
        throw error;
      }
      log(
        `no answer to the activation (${error instanceof Error ? error.message : String(error)}), again soon`,
      );
      await pause(waitMs);
    }
  }
}

async function requestFor(
  { disk, credentialType, serialNumber, manufacturer }: ActivationSetup,
  code: string,
) {
  const before = pending.safeParse(disk.read(requestFile));
  if (before.success && before.data.code === code) return before.data;
  const request: Pending = { code, nonce: randomUUID() };
  return credentialType === 'PASSWORD'
    ? request
    : { ...request, ...(await newKey(serialNumber, manufacturer)) };
}

/** A key that never leaves the robot, and the request for a certificate for it. */
async function newKey(serialNumber: string, manufacturer: string) {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const csr = await Pkcs10CertificateRequestGenerator.create({
    name: new Name([{ O: [manufacturer] }, { CN: [serialNumber] }]),
    keys,
    signingAlgorithm: algorithm,
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { csr: csr.toString('pem'), key };
}

const config = z.object({ certRenewAfter: z.string().nullable() });

/** A new certificate, for a new key, once two thirds of the present one's life are over; undefined while it is too early. */
export async function renewed(
  { http, ca, serialNumber, manufacturer, disk }: ActivationSetup,
  given: Credential,
  nowMs: number,
): Promise<Credential | undefined> {
  const base = `${http.replace(/\/$/, '')}/device/v1`;
  const tls = tlsOf(ca, given);
  const { certRenewAfter } = config.parse((await ask(`${base}/config`, { method: 'GET', tls })).body);
  if (certRenewAfter === null || Date.parse(certRenewAfter) > nowMs) return undefined;
  const { csr, key } = await newKey(serialNumber, manufacturer);
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await ask(`${base}/renew`, {
    method: 'POST',
    headers,
    tls,
    body: JSON.stringify({ csr }),
  });
  if (status !== 200) throw new Error(`renewal: ${status}`);
  const { certificate, notAfter } = issuedCertificate.parse(body);
  const next = { ...given, cert: certificate, key, notAfter };
  disk.write(credentialFile, next);
  return next;
}

/** As good as a number on the board: it stays when everything else is wiped from memory, but not from the disk. */
function hardwareOf({ disk, serialNumber }: ActivationSetup): string {
  const known = z.object({ id: z.string() }).safeParse(disk.read(hardwareFile));
  if (known.success) return known.data.id;
  const id = `sim-${serialNumber}-${randomUUID().slice(0, 8)}`;
  disk.write(hardwareFile, { id });
  return id;
}

async function send(setup: ActivationSetup, { code, nonce, csr, key }: Pending): Promise<Credential> {
  const { http, ca, serialNumber, manufacturer, model, credentialType } = setup;
  const { status, body } = await ask(`${http.replace(/\/$/, '')}/device/v1/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    tls: tlsOf(ca),
    body: JSON.stringify({
      ...{ manufacturer, serialNumber, model, nonce, credentialType, activationCode: code },
      ...{ hardwareId: hardwareOf(setup), versions: { software: '1.0.0', hardware: 'SIM' } },
      ...(csr !== undefined && { csr }),
    }),
  });
  if (status >= 500 || status === 0) throw new Error(`answer ${status}`);
  if (status !== 200) throw new ActivationRefused(z.object({ error: z.string() }).parse(body).error);
  const { mqtt, password, certificate, notAfter } = activationAnswer.parse(body);
  return {
    url: `${mqtt.tls ? 'mqtts' : 'mqtt'}://${mqtt.host}:${mqtt.port}`,
    ...(password !== undefined && { password }),
    ...(certificate !== undefined && { cert: certificate, key }),
    ...(notAfter !== undefined && { notAfter }),
  };
}

/** What a robot shows with this credential. */
export const tlsOf = (ca: string | undefined, given?: Credential): ClientTls => ({
  ...(ca !== undefined && { ca }),
  ...(given?.cert !== undefined && { cert: given.cert }),
  ...(given?.key !== undefined && { key: given.key }),
});
