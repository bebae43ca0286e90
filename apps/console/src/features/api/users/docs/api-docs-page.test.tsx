import { openEventNames, openProblems, openResources, pages } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { ApiDocsPage } from './api-docs-page.tsx';

const show = (section: string) => {
  fakeServer();
  renderPage(<ApiDocsPage />, pages.apiDocs({ section }));
};

test('a signed call is given in four languages', async () => {
  show('call');
  for (const [language, part] of [
    ['curl', /openssl dgst/],
    ['TypeScript', /createHmac/],
    ['Python', /hmac\.new/],
    ['Java', /Mac\.getInstance/],
  ] as const) {
    await userEvent.click(await screen.findByText(language));
    expect(screen.getByText(part)).toBeTruthy();
  }
});

test('every resource, event and problem is in the reference', async () => {
  show('resources');
  for (const { path } of Object.values(openResources))
    expect(await screen.findByText(`GET /open/v1${path.replace(/:(\w+)/g, '{$1}')}`)).toBeTruthy();
  await userEvent.click(screen.getByText('Events'));
  for (const name of openEventNames) expect(screen.getByText(name)).toBeTruthy();
  await userEvent.click(screen.getByText('Problems'));
  for (const name of Object.keys(openProblems))
    expect(screen.getByText(`urn:problem-type:sweepline:${name}`)).toBeTruthy();
});
