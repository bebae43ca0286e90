import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a signature covers of a request (RFC 9421). */
export interface SignedRequest {
  method: string;
  /** Host and port as the signer names them, in lower case, without a default port. */
  authority: string;
  /** Path and query as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
}

/** One signature of a request, read from its two headers and not verified yet. */
export interface MessageSignature {
  components: readonly string[];
  /** Seconds since 1970. */
  created: number;
  keyId: string;
  nonce: string | undefined;
  /** The components and parameters as they were sent: the last line of the signature base. */
  params: string;
  signature: Buffer;
}

const inputForm =
  /^([a-z*][a-z0-9_.*-]*)=(\(("[^"\\ ]+"(?: "[^"\\ ]+")*)?\)((?:;[a-z]+=(?:\d{1,15}|"[^"\\]*"))*))$/;
const signatureForm = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]+={0,2}):$/;
const maxHeaderLength = 2_000;

const textHeader = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value.length <= maxHeaderLength ? value.trim() : undefined;
};

/** Reads the only signature of a request. Undefined if there is none, several, or one that is not of the profile. */
export function readSignature(headers: IncomingHttpHeaders): MessageSignature | undefined {
  const input = inputForm.exec(textHeader(headers, 'signature-input') ?? '');
  const signature = signatureForm.exec(textHeader(headers, 'signature') ?? '');
  if (!input || !signature || input[1] !== signature[1]) return undefined;
  const components = [...(input[3] ?? '').matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  const params = new Map(
    [...(input[4] ?? '').matchAll(/;([a-z]+)=(?:"([^"]*)"|(\d+))/g)].map(
      ([, name, text, number]) => [name!, text ?? Number(number)] as const,
    ),
  );
  const [created, keyId, nonce] = [params.get('created'), params.get('keyid'), params.get('nonce')];
  const algorithm = params.get('alg') ?? 'hmac-sha256';
  if (typeof created !== 'number' || typeof keyId !== 'string' || algorithm !== 'hmac-sha256')
    return undefined;
  return {
    components,
    created,
    keyId,
    nonce: typeof nonce === 'string' ? nonce : undefined,
    params: input[2]!,
    signature: Buffer.from(signature[2]!, 'base64'),
  };
}

function valueOf(
  component: string,
  { method, authority, target, headers }: SignedRequest,
): string | undefined {
  const queryAt = target.indexOf('?');
  switch (component) {
    case '@method':
      return method;
    case '@authority':
      return authority;
    case '@path':
      return (queryAt < 0 ? target : target.slice(0, queryAt)) || '/';
    case '@query':
      return queryAt < 0 ? '?' : target.slice(queryAt);
    default:
      return component.startsWith('@') ? undefined : textHeader(headers, component);
  }
}

/** The text that is signed; undefined if it covers something that the request does not have, or one part twice. */
export function signatureBase(
  { components, params }: Pick<MessageSignature, 'components' | 'params'>,
  request: SignedRequest,
): string | undefined {
  const lines = components.map((name) => [name, valueOf(name, request)] as const);
  if (new Set(components).size < components.length || lines.some(([, value]) => value === undefined))
    return undefined;
  return [...lines.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${params}`].join(
    '\n',
  );
}

/** The signature of a base: HMAC-SHA-256. */
export const signatureOf = (secret: string | Buffer, base: string): Buffer =>
  createHmac('sha256', secret).update(base).digest();

/** Whether the signature of a base is that of a secret. The time does not depend on where they differ. */
export function isSignedWith(secret: string | Buffer, base: string, signature: Buffer): boolean {
  const expected = signatureOf(secret, base);
  return signature.length === expected.length && timingSafeEqual(expected, signature);
}

/** Whether a `Content-Digest` (RFC 9530) is the SHA-256 of the body. */
export const isDigestOf = (header: string, body: string | Buffer): boolean =>
  header.trim() === `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
