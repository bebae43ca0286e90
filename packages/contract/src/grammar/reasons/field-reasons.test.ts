import { expect, expectTypeOf, test } from 'vitest';
import { langs } from '../lang.ts';
import { fieldReason } from './field-reason.ts';
import { fieldReasons, type ReasonArguments, type ReasonCode } from './field-reasons.ts';
import { deviceReasons } from './device-reasons.ts';
import { aiReasons } from './ai-reasons.ts';
import { apiReasons } from './api-reasons.ts';
import { appReasons } from './app-reasons.ts';
import { releaseReasons } from './release-reasons.ts';
import { speechReasons } from './speech-reasons.ts';
import { elevatorReasons } from './elevator-reasons.ts';
import { inputReasons } from './input-reasons.ts';
import { knowledgeReasons } from './knowledge-reasons.ts';
import { mapFileReasons } from './map-file-reasons.ts';
import { orderWorkReasons } from './order-work-reasons.ts';
import { peopleReasons } from './people-reasons.ts';
import { placeReasons } from './place-reasons.ts';
import { maintenanceReasons } from './maintenance-reasons.ts';
import { updateReasons } from './update-reasons.ts';
import { workReasons } from './work-reasons.ts';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
const every = Object.entries(fieldReasons);

test.each(every)('%s has six texts with the same placeholders', (code, texts) => {
  expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  expect(Object.keys(texts).toSorted()).toEqual(langs.toSorted());
  for (const lang of langs) {
    expect(texts[lang].trim(), lang).not.toBe('');
    expect(texts[lang], lang).not.toMatch(/[.。]$/);
    expect(placeholders(texts[lang]), lang).toEqual(placeholders(texts.en));
  }
});

test.each(every)('%s is in the words of each language, not in English', (_code, texts) => {
  const other = (lang: (typeof langs)[number]) => texts[lang].replaceAll(/\{\w+\}|[^\p{L}]/gu, '');
  const scripts = {
    'zh-cn': /\p{Script=Han}/u,
    'zh-cw': /\p{Script=Han}/u,
    ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
    ko: /\p{Script=Hangul}/u,
  };
  for (const [lang, script] of Object.entries(scripts)) expect(other(lang as 'ja'), lang).toMatch(script);
  expect(texts.ge).not.toBe(texts.en);
});

test('no code is in two groups', () => {
  const groups = [
    inputReasons,
    peopleReasons,
    deviceReasons,
    placeReasons,
    aiReasons,
    apiReasons,
    speechReasons,
    elevatorReasons,
    mapFileReasons,
    orderWorkReasons,
    workReasons,
    maintenanceReasons,
    updateReasons,
    knowledgeReasons,
    releaseReasons,
    appReasons,
  ];
  const codes = groups.flatMap((group) => Object.keys(group));
  expect(codes.toSorted()).toEqual(Object.keys(fieldReasons).toSorted());
});

test('the type of a reason requires exactly the values of its placeholders', () => {
  expect(fieldReason('TOO_SHORT', { min: 6 })).toEqual({ code: 'TOO_SHORT', params: { min: 6 } });
  expectTypeOf<ReasonArguments<'TOO_SHORT'>>().toEqualTypeOf<[params: { min: string | number }]>();
  expectTypeOf<ReasonArguments<'REQUIRED'>>().toEqualTypeOf<[]>();
  expectTypeOf<'NO_SUCH_REASON'>().not.toExtend<ReasonCode>();
});
