import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageError } from './option-values.ts';

/** What the server answers for an install: docs/apps.md. */
const answer = z.object({
  code: z.number(),
  msg: z.string(),
  data: z
    .object({
      release: z
        .object({
          version: z.string(),
          build: z.number(),
          forced: z.boolean(),
          notes: z.string(),
          sha256: z.string(),
          url: z.string(),
        })
        .nullable(),
    })
    .nullable(),
});
type Release = NonNullable<NonNullable<z.infer<typeof answer>['data']>['release']>;

const options = {
  http: { type: 'string', default: 'http://127.0.0.1:8080' },
  app: { type: 'string' },
  build: { type: 'string' },
  install: { type: 'string', default: 'phone-1' },
  lang: { type: 'string', default: 'en' },
  /** The session of a signed-in app. */
  token: { type: 'string' },
} as const;

/** One app on a phone. */
interface Phone {
  http: string;
  packageId: string;
  build: number;
  install: string;
  lang: string;
  token: string | undefined;
}

function phoneOf(args: readonly string[]): Phone {
  const { values } = parseArgs({ args: [...args], options });
  const { http, app, build = '', install, lang, token } = values;
  if (app === undefined) throw new UsageError('phone needs --app, a package id');
  if (!/^\d+$/.test(build)) throw new UsageError('phone needs --build, a number');
  return { http, packageId: app, build: Number(build), install, lang, token };
}

async function ask({ http, token, ...question }: Phone): Promise<Release | null> {
  const reply = await fetch(new URL('/open/v1/app/check', http), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) },
    body: JSON.stringify(question),
  });
  const { code, msg, data } = answer.parse(await reply.json());
  if (code !== 200 || !data) throw new UsageError(`the server answers ${code}: ${msg}`);
  return data.release;
}

/** Downloads the apk. False if its bytes are not those that the server named. */
async function download({ http }: Phone, { url, sha256 }: Release): Promise<boolean> {
  const reply = await fetch(new URL(url, http));
  if (!reply.ok) return false;
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return createHash('sha256').update(bytes).digest('hex') === sha256;
}

/** Plays an app on a phone: it asks, downloads, installs and asks again. Status 0 when it has the newest build for it. */
export async function phone(
  args: readonly string[],
  print: (text: string) => void = (text) => void process.stdout.write(`${text}\n`),
): Promise<number> {
  const state = phoneOf(args);
  for (;;) {
    const release = await ask(state);
    if (!release) {
      print(`build ${state.build} is the newest for ${state.install}`);
      return 0;
    }
    const { version, build, forced, notes } = release;
    print(`${version}, build ${build}${forced ? ', forced' : ''}: ${notes}`);
    if (!(await download(state, release))) {
      print('the download failed');
      return 1;
    }
    print(`installed build ${build}`);
    state.build = build;
  }
}
