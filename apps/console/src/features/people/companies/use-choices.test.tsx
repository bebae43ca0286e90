import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test-kit/index.ts';
import { useRegions } from './use-choices.ts';

const Regions = () => (
  <ul>
    {useRegions().map(({ value, label }) => (
      <li key={value}>{label}</li>
    ))}
  </ul>
);

test('the regions offer Europe as a whole beside its countries', async () => {
  renderPage(<Regions />);
  expect(await screen.findByText('Europe')).toBeTruthy();
  expect(screen.getByText('Germany')).toBeTruthy();
  expect(screen.getByText('Japan')).toBeTruthy();
});
