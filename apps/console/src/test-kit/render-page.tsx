import type { SessionUser } from '@sweepline/contract';
import { everything } from '@sweepline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { createQueryClient } from '../kit/api/query-client.ts';
import { session } from '../kit/api/session.ts';
import { antdTheme } from '../kit/ui/theme.ts';
import { Toaster } from '../kit/ui/toaster.tsx';

/** A signed-in user, by default with all permissions. */
export const aPerson = (changes: Partial<SessionUser> = {}): SessionUser => ({
  userId: 'person-1',
  username: 'wei',
  nickname: 'Wei',
  session: 'token-1',
  roleType: 2,
  companyId: '0193f0c2-7a31-7c55-9d0e-000000000001',
  companyName: 'Sweepline',
  companyType: 0,
  companyFeature: 0,
  seesCompanies: true,
  authorities: [{ authority: everything }],
  permissions: [],
  images: { menu: null, menuSmall: null },
  mustChangePassword: false,
  agreementDue: false,
  profile: {},
  ...changes,
});

/** A signed-in user with only these permission codes. */
export const userWith = (...codes: string[]) =>
  aPerson({ roleType: 3, authorities: codes.map((authority) => ({ authority })) });

const Address = () => <output data-testid="address">{useLocation().search}</output>;

/** As in the console: antd makes no styles at run time, which takes a tenth of the time of a test. */
const theme = antdTheme('light');

/** Renders a page with router and query client for a signed-in user. It matches every address, so that it may navigate. */
export function renderPage(page: ReactNode, address = '/', person: SessionUser | null = aPerson()) {
  if (person) session.open(person);
  const client = createQueryClient({ signOut: session.close });
  const element = (
    <>
      {page}
      <Toaster />
      <Address />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return {
    client,
    router,
    ...render(
      <ConfigProvider theme={theme}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ConfigProvider>,
    ),
  };
}
