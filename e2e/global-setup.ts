import { request } from '@playwright/test';
import { baseUrl } from './address.ts';
import { signInOverHttp } from './http-calls.ts';

/** Signs in once as the administrator of the installation. All workers create their companies and robots with this session. */
export default async function signInOperator() {
  const context = await request.newContext({ baseURL: baseUrl() });
  const user = await signInOverHttp(context, {
    username: 'admin',
    password: process.env['DEMO_PASSWORD'] ?? '',
  });
  process.env['E2E_OPERATOR'] = user.session;
  process.env['E2E_OPERATOR_USER'] = JSON.stringify(user);
  await context.dispose();
}
