import { authCalls, logoCalls, logoStyles, wholePicture, type Logo } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { LogoListPage } from './logo-list-page.tsx';

const company = { id: '01900000-0000-7000-8000-0000000000c1', name: 'Mall' };
const logo: Logo = {
  id: '01900000-0000-7000-8000-0000000000a1',
  company,
  style: 'ROBOT',
  file: 'file/01900000-0000-7000-8000-0000000000f1',
  mediaType: 'image/png',
  bytes: 2048,
  width: 600,
  height: 600,
  picture: null,
  cut: wholePicture,
  version: 1,
  uploadedAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};
const fileIds = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2'];

// jsdom decodes no pictures: each has the width that its file is named for.
beforeEach(() => {
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      naturalWidth = 400;
      naturalHeight = 100;
      decode = () => Promise.resolve();
    },
  );
  return () => vi.unstubAllGlobals();
});

function world(rows: Logo[] = []) {
  const server = fakeServer();
  let pictures = 0;
  server.on(logoCalls.list, () => ({ list: rows, total: rows.length }));
  server.on(logoCalls.effective, () => ({
    company,
    list: logoStyles.map((style) => ({ style, origin: 'NONE' as const, file: null })),
  }));
  server.on(logoCalls.picture, () => ({ fileId: fileIds[pictures++]!, width: 400, height: 100 }));
  server.on(logoCalls.add, () => ({ list: [logo] }));
  server.on(authCalls.check, () => aPerson());
  return server;
}

const aPicture = (name: string) => new File(['x'], name, { type: 'image/png' });

async function openDialog() {
  renderPage(<LogoListPage />);
  await userEvent.click((await screen.findAllByText('Upload logos'))[0]!);
  return await screen.findByRole('dialog');
}

test('one picture is uploaded once and cut into the logos of all five styles', async () => {
  const server = world();
  const dialog = await openDialog();
  await userEvent.upload(within(dialog).getByLabelText('Choose pictures'), aPicture('mark.png'));
  await within(dialog).findByText('Robot screen');
  await userEvent.click(within(dialog).getByText('Save'));
  await waitFor(() => expect(server.sentTo(logoCalls.add)).toHaveLength(1));
  expect(server.sentTo(logoCalls.picture)).toHaveLength(1);
  expect(server.sentTo(logoCalls.add)[0]).toMatchObject({
    cuts: logoStyles.map((style) => ({ style, fileId: fileIds[0], cut: wholePicture })),
  });
});

test('a fifth picture and a file that is no picture are named and not added', async () => {
  world();
  const dialog = await openDialog();
  const input = within(dialog).getByLabelText('Choose pictures');
  await userEvent.upload(
    input,
    [1, 2, 3, 4, 5].map((n) => aPicture(`mark-${n}.png`)),
  );
  expect(
    await within(dialog).findByText('At most 4 pictures at a time: mark-5.png was not added.'),
  ).toBeTruthy();
  expect(within(dialog).getAllByLabelText(/^Remove mark/)).toHaveLength(4);
});

test('a picture that is too small is told before it is saved', async () => {
  world();
  const dialog = await openDialog();
  await userEvent.upload(within(dialog).getByLabelText('Choose pictures'), aPicture('mark.png'));
  const robot = await within(dialog).findByRole('region', { name: 'Robot screen' });
  expect(within(robot).getByText('Enlarged 1.5 times, so it looks blurred')).toBeTruthy();
  const menu = within(dialog).getByRole('region', { name: 'Menu' });
  expect(within(menu).getByText('400 × 100 pixels; recommended are 200 × 100')).toBeTruthy();
});

test('a logo whose picture is not stored can be deleted but not adjusted', async () => {
  world([logo]);
  renderPage(<LogoListPage />);
  await userEvent.click(await screen.findByLabelText(/Robot screen, Mall/));
  expect(await screen.findByText('Delete')).toBeTruthy();
  expect(screen.queryByText('Adjust')).toBeNull();
});
