import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test-kit/index.ts';
import { VersionChanges } from './version-changes.tsx';

const changes = (floor: boolean) => (
  <VersionChanges marks={[]} floor={floor} selected={undefined} onSelect={() => {}} />
);
const nothing = 'Nothing differs between these versions.';

test('versions that differ only in their floor are not reported as equal', () => {
  const { unmount } = renderPage(changes(true));
  expect(screen.getByText('The floor was repaired')).toBeTruthy();
  expect(screen.queryByText(nothing)).toBeNull();
  unmount();
  renderPage(changes(false));
  expect(screen.getByText(nothing)).toBeTruthy();
});
