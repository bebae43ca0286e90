import { Agent, request } from 'node:http';

export interface Target {
  port: number;
  path: string;
  /** Headers of parallel caller n. */
  headersOf: (n: number) => Record<string, string>;
  body: object;
  /** The rows of an answer that is no list. */
  rowsOf?: (data: object) => readonly unknown[];
}

interface Answer {
  code: number;
  data: { list: unknown[]; total: number };
}

/** Sends one request and returns the parsed envelope. */
export function ask(agent: Agent, target: Target, caller: number): Promise<Answer> {
  const payload = JSON.stringify(target.body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    ...target.headersOf(caller),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port: target.port, path: target.path, method: 'POST', headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Answer));
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** Repeats requests with `atOnce` parallel callers; returns the rate and the time of each answer in milliseconds. */
export async function load(
  target: Target,
  atOnce: number,
  ms: number,
): Promise<{ perSecond: number; tookMs: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tookMs: number[] = [];
  const started = performance.now();
  const caller = async (n: number) => {
    while (performance.now() - started < ms) {
      const at = performance.now();
      const { code, data } = await ask(agent, target, n);
      const rows = code === 200 ? (target.rowsOf?.(data) ?? data.list) : [];
      if (rows.length === 0) throw new Error(`${target.path} answered ${code} without rows`);
      tookMs.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => caller(n)));
  agent.destroy();
  return { perSecond: (tookMs.length * 1000) / (performance.now() - started), tookMs };
}
