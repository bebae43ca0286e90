import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { langs } from '@sweepline/contract';
import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { currentLang } from '../../kit/format/lang.ts';
import { startTexts } from '../../kit/format/texts.ts';
import { startEnglish } from '../../test-kit/texts.ts';
import { loadTexts } from '../languages/load.ts';
import { loginMarkup } from './login-markup.tsx';
import { Start } from '../start.tsx';

test.each(langs)(
  'the program hydrates the pre-rendered login page in %s and keeps the typed input',
  async (lang) => {
    const page = (await loginMarkup()).find((candidate) => candidate.lang === lang);
    const root = document.createElement('div');
    root.innerHTML = page?.markup ?? '';
    document.body.append(root);
    const field = root.querySelector<HTMLInputElement>('[name=username]');
    if (!field) throw new Error('the page has no field for the account');
    field.value = 'ad';
    localStorage.setItem('lang', lang);
    await startTexts((await loadTexts[lang]()).start);
    const failures: unknown[] = [];
    render(
      <StrictMode>
        <Start />
      </StrictMode>,
      { container: root, hydrate: true, onRecoverableError: (error) => failures.push(error) },
    );
    expect(failures).toEqual([]);
    expect(root.querySelector('[name=username]')).toBe(field);
    expect(field.value).toBe('ad');
    await startEnglish();
  },
);

const early = readFileSync(join(import.meta.dirname, '../../../public/early.js'), 'utf8');
const templates = langs.map((lang) => `<template data-login="${lang}"><p>${lang}</p></template>`).join('');

/** The text that `early.js` puts on the page. */
function shown(): string {
  document.body.innerHTML = `<div id="root"></div>${templates}`;
  const script = document.createElement('script');
  script.dataset['texts'] = JSON.stringify(Object.fromEntries(langs.map((lang) => [lang, `/${lang}.js`])));
  script.dataset['open'] = '["/401"]';
  script.dataset['program'] = '/program.js';
  const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(early)();
  document.dispatchEvent(new Event('readystatechange'));
  current.mockRestore();
  return document.querySelector('#root')?.textContent ?? '';
}

test.each([
  [['en-GB']],
  [['zh-TW', 'en']],
  [['zh-Hant-HK']],
  [['zh']],
  [['de-AT', 'en']],
  [['fr', 'ja-JP', 'en']],
  [['ko']],
  [['fr']],
])('the pre-rendered login page for %j is in the language the program chooses', (languages) => {
  localStorage.removeItem('lang');
  const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect(shown()).toBe(currentLang());
  browser.mockRestore();
});

test('a stored language has precedence over the languages of the browser', () => {
  localStorage.setItem('lang', 'ko');
  expect(shown()).toBe('ko');
});

test('no pre-rendered login page is shown with a session, after a forced sign-out or at an open address', () => {
  for (const key of ['session', 'farewell']) {
    localStorage.setItem(key, 'x');
    expect(shown(), key).toBe('');
    localStorage.removeItem(key);
  }
  history.replaceState(null, '', '/401');
  expect(shown()).toBe('');
  history.replaceState(null, '', '/');
});

test('the pre-rendered login page is shown where the browser denies storage', () => {
  const denied = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(shown()).toBe('en');
  denied.mockRestore();
});
