import {
  authCalls,
  langHeader,
  type ConfirmNeeded,
  type Envelope,
  type SessionUser,
} from '@sweepline/contract';
import type { TestServer } from './index.ts';
import { password as defaultPassword, type Person } from './people.ts';

export interface LoginFrom {
  username: string;
  password?: string;
  device?: string;
  address?: string;
  agent?: string;
  origin?: string;
}

/** One login attempt from any address and browser. */
export async function logIn(
  { app }: Pick<TestServer, 'app'>,
  { username, password = defaultPassword, device, address, agent = 'test', origin }: LoginFrom,
): Promise<Envelope<SessionUser | ConfirmNeeded>> {
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  if (device !== undefined) form.set('device', device);
  const encoded = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${authCalls.login.path}`,
    ...(address !== undefined && { remoteAddress: address }),
    headers: {
      lang: langHeader.en,
      'user-agent': agent,
      ...(origin !== undefined && { origin }),
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return answer.json();
}

async function confirmIn(
  { app }: Pick<TestServer, 'app'>,
  { address, agent = 'test' }: LoginFrom,
  confirmToken: string,
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${authCalls.confirm.path}`,
    ...(address !== undefined && { remoteAddress: address }),
    headers: { lang: langHeader.en, 'user-agent': agent },
    payload: { confirmToken },
  });
  return answer.json<Envelope<SessionUser>>().data;
}

/** Signs in, and confirms the end of another session if there is one. */
export async function signIn(server: Pick<TestServer, 'app'>, from: LoginFrom): Promise<Person> {
  const { code, msg, data } = await logIn(server, from);
  if (code !== 200) throw new Error(`${from.username} could not sign in: ${msg}`);
  const user = 'needConfirm' in data ? await confirmIn(server, from, data.confirmToken) : data;
  return { id: user.userId, username: user.username, token: user.session, companyId: user.companyId };
}
