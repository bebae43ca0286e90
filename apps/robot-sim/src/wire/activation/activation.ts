// The certificate library needs this import first.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Name, PemConverter, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { activationAnswer, issuedCertificate } from '@sweepline/contract/robot';
import { z } from 'zod';
import type { Disk } from '../connection/disk.ts';
import { ask, type ClientTls } from '../connection/http.ts';
import { deliveredVersions } from '../messages/reported.ts';

/** The saved credential of a robot. */
const credentialSchema = z.object({
  url: z.string(),
  /** The server of the activation. */
  http: z.string().optional(),
  password: z.string().optional(),
  cert: z.string().optional(),
  key: z.string().optional(),
  notAfter: z.string().optional(),
});
export type Credential = z.infer<typeof credentialSchema>;
export type CredentialType = 'CERTIFICATE' | 'PASSWORD';

/** The server refused the activation; the message is its error code. */
export class ActivationRefused extends Error {}

export interface ActivationSetup {
  http: string;
  /** PEM of the authority that signed the server's certificate. */
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

/** The credential from the activation; undefined for an unprovisioned robot. */
export function storedCredential(disk: Disk): Credential | undefined {
  const parsed = credentialSchema.safeParse(disk.read(credentialFile));
  return parsed.success ? parsed.data : undefined;
}

const pending = z.object({
  code: z.string(),
  nonce: z.string(),
  csr: z.string().optional(),
  key: z.string().optional(),
});
type Pending = z.infer<typeof pending>;

/**
 * Activates an unprovisioned robot with a code. The request is saved until it is answered: after a lost answer or a power
 * cut it is repeated with the same key and nonce.
 */
export async function activate(setup: ActivationSetup, code: string): Promise<Credential> {
  const { disk, log } = setup;
  const request = await requestFor(setup, code);
  disk.write(requestFile, request);
  for (let waitMs = 1000; ; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
    try {
      const credential = await send(setup, request);
      disk.write(credentialFile, credential);
      disk.write(requestFile, null);
      return credential;
    } catch (error) {
      if (error instanceof ActivationRefused) {
        disk.write(requestFile, null);
        throw error;
      }
      log(
        `no answer to the activation (${error instanceof Error ? error.message : String(error)}), again soon`,
      );
      await sleep(waitMs);
    }
  }
}

async function requestFor(
  { disk, credentialType, serialNumber, manufacturer }: ActivationSetup,
  code: string,
) {
  const saved = pending.safeParse(disk.read(requestFile));
  if (saved.success && saved.data.code === code) return saved.data;
  const request: Pending = { code, nonce: randomUUID() };
  return credentialType === 'PASSWORD'
    ? request
    : { ...request, ...(await newKey(serialNumber, manufacturer)) };
}

/** A new key, which stays on the robot, and its certificate request. */
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

const apiOf = (http: string) => `${http.replace(/\/$/, '')}/device/v1`;

/** Renews the certificate with a new key after two thirds of its lifetime. Returns undefined while it is too early. */
export async function renewCredential(
  setup: ActivationSetup,
  current: Credential,
  nowMs: number,
): Promise<Credential | undefined> {
  const tls = tlsOf(setup.ca, current);
  const { body } = await ask(`${apiOf(setup.http)}/config`, { method: 'GET', tls });
  const { certRenewAfter } = config.parse(body);
  if (certRenewAfter === null || Date.parse(certRenewAfter) > nowMs) return undefined;
  return await rotateCredential(setup, current);
}

/** Renews the certificate with a new key now. */
export async function rotateCredential(
  { http, ca, serialNumber, manufacturer, disk }: ActivationSetup,
  current: Credential,
): Promise<Credential> {
  const tls = tlsOf(ca, current);
  const { csr, key } = await newKey(serialNumber, manufacturer);
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await ask(`${apiOf(http)}/renew`, {
    method: 'POST',
    headers,
    tls,
    body: JSON.stringify({ csr }),
  });
  if (status !== 200) throw new Error(`renewal: ${status}`);
  const { certificate, notAfter } = issuedCertificate.parse(body);
  const next = { ...current, cert: certificate, key, notAfter };
  disk.write(credentialFile, next);
  return next;
}

/** A simulated hardware id; it lasts until the disk is wiped. */
function hardwareOf({ disk, serialNumber }: ActivationSetup): string {
  const saved = z.object({ id: z.string() }).safeParse(disk.read(hardwareFile));
  if (saved.success) return saved.data.id;
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
      manufacturer,
      serialNumber,
      model,
      nonce,
      credentialType,
      activationCode: code,
      hardwareId: hardwareOf(setup),
      versions: deliveredVersions(model),
      ...(csr !== undefined && { csr }),
    }),
  });
  if (status >= 500 || status === 0) throw new Error(`answer ${status}`);
  if (status !== 200) throw new ActivationRefused(z.object({ error: z.string() }).parse(body).error);
  const { mqtt, password, certificate, notAfter } = activationAnswer.parse(body);
  return {
    http,
    url: `${mqtt.tls ? 'mqtts' : 'mqtt'}://${mqtt.host}:${mqtt.port}`,
    ...(password !== undefined && { password }),
    ...(certificate !== undefined && { cert: certificate, key }),
    ...(notAfter !== undefined && { notAfter }),
  };
}

/** The TLS options of a robot with this credential. */
export const tlsOf = (ca: string | undefined, credential?: Credential): ClientTls => ({
  ...(ca !== undefined && { ca }),
  ...(credential?.cert !== undefined && { cert: credential.cert }),
  ...(credential?.key !== undefined && { key: credential.key }),
});
