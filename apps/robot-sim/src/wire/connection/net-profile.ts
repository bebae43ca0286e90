/** How bad a robot's network is: delays, QoS 0 messages lost, and cuts of the whole line. */
export interface NetProfile {
  latencyMs: number;
  jitterMs: number;
  /** 0–1 */
  loss: number;
  /** Mean seconds between cuts, and of one; undefined for a line that holds. */
  drop: { everyS: number; lastsS: number } | undefined;
  /** A document of more bytes is brought as a file; undefined for what the protocol allows in a message. */
  inlineBytes?: number;
}

export const goodNet: NetProfile = { latencyMs: 0, jitterMs: 0, loss: 0, drop: undefined };

const seconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** `20m`, `30s`, `80ms` in seconds; undefined when it is no duration. */
export function durationOf(text: string) {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * seconds[unit]!;
}

/** Reads `lat=80ms,jit=30ms,loss=1%,drop=20m/30s,inline=200`. The text it cannot make sense of is returned as a fault. */
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
