/** The quality of a robot's network: delays, lost QoS 0 messages, and connection losses. */
export interface NetProfile {
  latencyMs: number;
  jitterMs: number;
  /** 0–1 */
  loss: number;
  /** Mean seconds between connection losses, and of one loss; undefined for a stable connection. */
  drop: { everyS: number; lastsS: number } | undefined;
  /** A document of more bytes is uploaded as a file; undefined means the protocol's limit. */
  inlineBytes?: number;
}

export const goodNet: NetProfile = { latencyMs: 0, jitterMs: 0, loss: 0, drop: undefined };

const seconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Parses `20m`, `30s`, `80ms` to seconds; undefined when the text is no duration. */
export function durationOf(text: string) {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * seconds[unit]!;
}

/** Reads `lat=80ms,jit=30ms,loss=1%,drop=20m/30s,inline=200`. Returns an unreadable part as a fault. */
export function netProfileOf(text: string): { profile: NetProfile } | { fault: string } {
  const profile = { ...goodNet };
  for (const part of text.split(',')) {
    const [key, value = ''] = part.split('=', 2);
    const [first = '', second = ''] = value.split('/', 2);
    const [a, b] = [durationOf(first), durationOf(second)];
    if (key === 'lat' && a !== undefined) profile.latencyMs = a * 1000;
    else if (key === 'jit' && a !== undefined) profile.jitterMs = a * 1000;
    else if (key === 'loss' && /^\d+(\.\d+)?%$/.test(value)) profile.loss = Number.parseFloat(value) / 100;
    else if (key === 'drop' && a !== undefined && b !== undefined) profile.drop = { everyS: a, lastsS: b };
    else if (key === 'inline' && /^\d+$/.test(value)) profile.inlineBytes = Number(value);
    else return { fault: part };
  }
  return { profile };
}
