import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { PlainTable } from './plain-table.tsx';

test.each([
  ['framed', 'sl-plain-table sl-plain-table-framed own'],
  ['inline', 'sl-plain-table sl-plain-table-inline own'],
  ['list', 'sl-table own'],
] as const)('a table that looks %s keeps the name and class of its page', async (look, classes) => {
  renderPage(<PlainTable look={look} className="own" aria-label="Zones" />);
  expect((await screen.findByRole('table', { name: 'Zones' })).className).toBe(classes);
});
