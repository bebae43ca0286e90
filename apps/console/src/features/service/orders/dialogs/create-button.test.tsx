import { videoSnapshotCalls, workOrderCalls, workOrderPictureCalls } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aWorkOrderDetail } from '../../../../test-kit/a-work-order.ts';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { CreateButton } from './create-button.tsx';

const deviceId = '01900000-0000-7000-8000-000000000011';
const snapshotId = '01900000-0000-7000-8000-000000000012';

test('an order opened by the address of a snapshot is sent with its picture', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }),
  );
  const server = fakeServer();
  server.on(videoSnapshotCalls.picture, () => Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]));
  server.on(workOrderCalls.add, () => ({ ...aWorkOrderDetail(), isNew: true }));
  server.on(workOrderPictureCalls.addPictures, () => aWorkOrderDetail());
  renderPage(<CreateButton deviceId={deviceId} opensByAddress />, `/?new=1&snapshot=${snapshotId}`);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('img', { name: 'Pictures of the fault 1' });
  expect(server.sentTo(videoSnapshotCalls.picture)).toEqual([{ id: snapshotId }]);
  await userEvent.type(dialog.getByLabelText('Name'), 'Bent brush');
  await userEvent.type(dialog.getByLabelText('Description'), 'See the picture');
  await userEvent.click(dialog.getByRole('button', { name: 'New work order' }));
  await waitFor(() => expect(server.sentTo(workOrderPictureCalls.addPictures)).toHaveLength(1));
  await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('snapshot'));
});
