import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { CopyButton } from './copy-button.tsx';

const offer = (clipboard: unknown) =>
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }));
const writeText = vi.fn<(text: string) => Promise<void>>();
const execCommand = vi.fn<() => boolean>(() => true);

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  execCommand.mockClear();
  document.execCommand = execCommand;
  vi.stubGlobal('isSecureContext', true);
  offer({ writeText });
});
afterEach(() => vi.unstubAllGlobals());

const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }));

test('a press copies the text and announces it; the button says so for a moment', async () => {
  renderPage(<CopyButton text="7K2M">Copy link</CopyButton>);
  await press('Copy link');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(screen.getByText('Copied', { selector: '[role="status"]' })).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('7K2M');
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeTruthy();
  expect(screen.queryByText('Copied')).toBeNull();
});

test('a button with only its icon names what it copies, and the keyboard presses it', async () => {
  renderPage(<CopyButton what="Password" text="secret" />);
  const button = await screen.findByLabelText('Copy: Password');
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('secret');
  expect(document.activeElement).toBe(button);
});

test.each([
  ['refuses', () => writeText.mockRejectedValue(new Error('denied'))],
  ['has no clipboard', () => offer(undefined)],
])('a browser that %s is reported in words, never as copied', async (_case, prepare) => {
  prepare();
  renderPage(<CopyButton text="7K2M">Copy link</CopyButton>);
  await press('Copy link');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Could not copy');
  expect(alert.textContent).toContain('Select the text and copy it yourself');
  expect(screen.queryByText('Copied')).toBeNull();
});

test('on plain http the text is copied by the command, and the button keeps the focus', async () => {
  vi.stubGlobal('isSecureContext', false);
  renderPage(<CopyButton text="7K2M" />);
  await press('Copy');
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(execCommand).toHaveBeenCalledWith('copy');
  expect(writeText).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy' }));
});

test('a text that is read on the press is copied after it arrived', async () => {
  renderPage(<CopyButton text={async () => await Promise.resolve('a\nb')}>Copy all</CopyButton>);
  await press('Copy all');
  expect(await screen.findByText('Copied', { selector: 'button' })).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('a\nb');
});
