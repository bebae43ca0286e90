/**
 * The part of DER (X.690) that identifies certificates and reads a revocation list (RFC 5280). OpenSSL checks both when a
 * device connects. It does not report that the certificate of an open connection was revoked since.
 */
interface Element {
  tag: number;
  /** Offsets of the whole element and of its content; both end at `end`. */
  from: number;
  start: number;
  end: number;
}

const sequence = 0x30;
const integer = 0x02;
const versionTag = 0xa0;
const utcTime = 0x17;
const generalizedTime = 0x18;

function elementAt(der: Buffer, from: number, limit: number): Element {
  const tag = der[from];
  const first = der[from + 1];
  if (tag === undefined || first === undefined) throw new Error('it ends too early');
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4) throw new Error('a length is none');
  const start = from + 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : der.readUIntBE(from + 2, lengthBytes);
  if (start + length > limit) throw new Error('it ends too early');
  return { tag, from, start, end: start + length };
}

function* elementsIn(der: Buffer, { start, end }: Element): Generator<Element> {
  for (let at = start; at < end;) {
    const element = elementAt(der, at, end);
    yield element;
    at = element.end;
  }
}

/** The signed parts of a certificate or list, without a leading version. */
function signedParts(der: Buffer): Element[] {
  const [signed] = elementsIn(der, elementAt(der, 0, der.length));
  if (signed?.tag !== sequence) throw new Error('nothing in it is signed');
  return [...elementsIn(der, signed)];
}

const idOf = (der: Buffer, issuer: Element, serial: Element) =>
  `${der.toString('hex', issuer.from, issuer.end)}/${der.toString('hex', serial.start, serial.end)}`;

/** Issuer and serial number, which together identify a certificate. */
export function certificateId(der: Buffer): string {
  const parts = signedParts(der).filter(({ tag }) => tag !== versionTag);
  const [serial, , issuer] = parts;
  if (serial?.tag !== integer || issuer?.tag !== sequence) throw new Error('it is no certificate');
  return idOf(der, issuer, serial);
}

export interface RevokedCertificates {
  ids: string[];
  /** From then on OpenSSL refuses every certificate of this issuer; undefined if the list has no such date. */
  nextUpdate: Date | undefined;
}

/** The certificates in a revocation list. */
export function revokedIn(der: Buffer): RevokedCertificates {
  const parts = signedParts(der).filter(({ tag }) => tag !== integer);
  const [, issuer, thisUpdate, ...rest] = parts;
  if (issuer?.tag !== sequence || !thisUpdate || !isTime(thisUpdate)) throw new Error('it is no list');
  const next = rest.find(isTime);
  const entries = rest.find(({ tag }) => tag === sequence);
  const ids = entries ? [...elementsIn(der, entries)].map((entry) => entryId(der, issuer, entry)) : [];
  return { ids, nextUpdate: next && timeOf(der, next) };
}

function entryId(der: Buffer, issuer: Element, entry: Element): string {
  const [serial] = elementsIn(der, entry);
  if (serial?.tag !== integer) throw new Error('an entry has no number');
  return idOf(der, issuer, serial);
}

const isTime = ({ tag }: Element) => tag === utcTime || tag === generalizedTime;

function timeOf(der: Buffer, { tag, start, end }: Element): Date {
  const text = der.toString('latin1', start, end);
  // RFC 5280: two-digit years below 50 are in this century.
  const full = tag === utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
