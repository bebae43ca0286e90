import { announcementCalls, type Announcement, type LangDescription } from '@sweepline/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { ReadDialog } from './read-dialog.tsx';

const four = (en: string): LangDescription[] => [
  { lang: 'zh_CN', description: '<p>新</p>' },
  { lang: 'en_US', description: en },
  { lang: 'ja_JP', description: '' },
  { lang: 'ko_KR', description: '' },
];
const entry: Announcement = {
  id: 'e1',
  publishTime: '2030-01-01T00:00:00.000Z',
  publishedBy: 'mei',
  langDescriptions: four('<p>First release</p>'),
};
let server: ReturnType<typeof fakeServer>;
let now: { langDescriptions: LangDescription[]; publishTime: string | null; version: number };
beforeEach(() => {
  now = { langDescriptions: four('<p>Old words</p>'), publishTime: null, version: 7 };
  server = fakeServer();
  server.on(announcementCalls.now, () => now);
  server.on(announcementCalls.list, () => ({ list: [entry], total: 1 }));
  server.on(announcementCalls.save, () => ({ version: 8 }));
  server.on(announcementCalls.publish, () => ({ id: 'e2', version: 8, publishTime: entry.publishTime }));
});

/** Sets the content through the editor, because jsdom does not support typing into it. */
async function write(html: string) {
  const field = await screen.findByLabelText<
    HTMLElement & { editor?: { commands: { setContent(html: string, options: object): void } } }
  >('Text in English');
  act(() => field.editor?.commands.setContent(html, { emitUpdate: true }));
}
const open = () => {
  const onClose = vi.fn<() => void>();
  return { onClose, ...renderPage(<AnnouncementDialog onClose={onClose} />) };
};
const click = async (text: string) =>
  userEvent.click(await screen.findByText(text, { selector: 'button, button *' }));

const cross = () => document.querySelector('.ant-modal-close') as HTMLElement;

test('the dialog opens with the current text in four languages and marks the empty ones', async () => {
  open();
  expect(await screen.findByText('Old words')).toBeTruthy();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    '简体中文',
    'English',
    '日本語 (nothing)',
    '한국어 (nothing)',
  ]);
  expect(screen.getByText('Draft, not published')).toBeTruthy();
  await waitFor(() => expect(server.sentTo(announcementCalls.list)).toEqual([{ enablePage: false }]));
});

test('saving stores a draft of all four languages and publishes nothing', async () => {
  open();
  await write('<p>New words</p>');
  await click('Save draft');
  expect(await screen.findByText('Saved the draft')).toBeTruthy();
  expect(server.sentTo(announcementCalls.save)).toEqual([
    { langDescriptions: four('<p>New words</p>'), version: 7 },
  ]);
  expect(server.sentTo(announcementCalls.publish)).toEqual([]);
  await write('<p>More words</p>');
  await click('Save draft');
  await waitFor(() => expect(server.sentTo(announcementCalls.save)).toHaveLength(2));
  expect(server.sentTo(announcementCalls.save)[1]).toMatchObject({ version: 8 });
});

test('publishing asks for confirmation, reports success and refetches the history', async () => {
  open();
  await write('<p>New words</p>');
  await click('Publish');
  expect(await screen.findByText('Publish these release notes to everybody?')).toBeTruthy();
  expect(server.sentTo(announcementCalls.publish)).toEqual([]);
  await userEvent.click(screen.getAllByText('Publish').at(-1) as HTMLElement);
  expect(await screen.findByText('Published the release notes')).toBeTruthy();
  await waitFor(() => expect(server.sentTo(announcementCalls.list)).toHaveLength(2));
  expect(screen.getByText(/^Published /, { selector: '.announcement-state' })).toBeTruthy();
});

test('a text that conflicts with a newer version stays in the dialog, and the reason is shown', async () => {
  server.on(announcementCalls.save, () => {
    throw new Refused('changedMeanwhile');
  });
  open();
  await write('<p>New words</p>');
  await click('Save draft');
  expect(await screen.findByText(/Changed in the meantime/)).toBeTruthy();
  expect(screen.getByText('New words')).toBeTruthy();
});

test('back returns from the entry to the history, and from there to the edited text', async () => {
  open();
  await write('<p>Half a sentence</p>');
  await click('History');
  await userEvent.click(await screen.findByText(/First release/));
  expect(await screen.findByText('First release', { selector: '.rich-text *' })).toBeTruthy();
  expect(document.querySelector('[contenteditable]')).toBeNull();
  await userEvent.click(screen.getByLabelText('Back'));
  expect(await screen.findByText(/by mei/)).toBeTruthy();
  expect(screen.queryByText('First release', { selector: '.rich-text *' })).toBeNull();
  await userEvent.click(screen.getByLabelText('Back'));
  expect(await screen.findByText('Half a sentence')).toBeTruthy();
});

test('closing asks for confirmation only when changes would be lost', async () => {
  const { onClose } = open();
  await write('<p>New words</p>');
  await userEvent.click(cross());
  expect(await screen.findByText('Close without saving?')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText('Close', { selector: '.sl-button' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a reopened dialog starts with the editor and the current text of the server', async () => {
  const first = open();
  await click('History');
  await screen.findByText(/by mei/);
  first.unmount();
  now = { ...now, langDescriptions: four('<p>Somebody else’s words</p>') };
  const { onClose } = open();
  expect(await screen.findByText('Somebody else’s words')).toBeTruthy();
  await userEvent.click(cross());
  expect(onClose).toHaveBeenCalledOnce();
});

test('reading the newest notes marks them as read and shows no actions', async () => {
  server.on(announcementCalls.newest, () => ({
    announcement: {
      id: 'e1',
      publishTime: entry.publishTime,
      lang: 'en_US' as const,
      description: '<h2>News</h2><p onclick="x()">For you<script>x()</script></p>',
    },
    read: false,
  }));
  server.on(announcementCalls.read, () => ({}));
  renderPage(<ReadDialog onClose={() => {}} />);
  expect((await screen.findByText('For you')).outerHTML).toBe('<p>For you</p>');
  await waitFor(() => expect(server.sentTo(announcementCalls.read)).toEqual([{ announcementId: 'e1' }]));
});
