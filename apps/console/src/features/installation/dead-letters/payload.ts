/** The decoded head of a rejected message. */
export interface Payload {
  form: 'json' | 'text' | 'hex';
  text: string;
}

/** Decodes the stored head. Complete JSON is indented; binary data is shown as bytes, because a guess would hide the fault. */
export function readPayload(head: string): Payload {
  const bytes = Uint8Array.from(atob(head), (char) => char.charCodeAt(0));
  const text = asText(bytes);
  if (text === undefined) return { form: 'hex', text: hexDump(bytes) };
  try {
    return { form: 'json', text: JSON.stringify(JSON.parse(text), null, 2) };
  } catch {
    return { form: 'text', text };
  }
}

/** A head cut at 4 KB can end within a character; only an earlier fault makes it binary. */
function asText(bytes: Uint8Array): string | undefined {
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut++) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
    } catch {
      continue;
    }
  }
  return undefined;
}

const bytesPerLine = 16;

/** A hex dump: offset, bytes and printable ASCII per line. */
function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerLine) {
    const line = [...bytes.subarray(at, at + bytesPerLine)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = line.map((byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(bytesPerLine * 3 - 1)}  ${ascii}`);
  }
  return lines.join('\n');
}
