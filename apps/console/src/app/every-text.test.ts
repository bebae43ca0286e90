import { langs, type Lang } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { byNamespace, type Phrases } from '../kit/format/texts.ts';

const files = import.meta.glob<Phrases>('../**/texts/*.json', { eager: true, import: 'default' });

const of = (lang: Lang) =>
  byNamespace(Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith(`/${lang}.json`))));

const flat = (phrases: Phrases, before = ''): [key: string, text: string][] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  );

/** Languages have different plural forms. Each file has exactly the forms of its language. */
const plural = /_(zero|one|two|few|many|other)$/;
const single = (key: string) => key.replace(plural, '');
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*\w+\s*\}\}/g)].map(String).sort();

/** Words that are the same in another language: names, codes, units, and loan words that German shares with English. */
const same = new Set(
  `ADAS API Alarm App Audio Baidu CSV Code Detail Export Filter Firmware GPS Hardware ICCID ID Import JSON LTE Live Manual Marker Modus
  Name Normal Online Offline Partner Passphrase Person PDF PGM Phase PNG Pause Position Report ROS Route Server Shell Signal SIM SN Software Spiral Standby Start
  Status Stop System Tag Telegram Text Topic Version WeChat WhatsApp KakaoTalk Wi-Fi Ethernet YAML Zone dBm optional
  Board Browser Codes Details Unicode Updates UTF- SHA- Hotel Job Lidar Link Logo Logos PIN Parameter Polygon Problem Rollout Rollouts Tags Test Video Webhook Webhooks px x y`.split(
    /\s+/,
  ),
);
const bare = (text: string) =>
  text
    .replaceAll(/\{\{[^}]*\}\}/g, '')
    .replaceAll(/[\d\s.,:;·()/+%–—→°]+/g, ' ')
    .trim();
const needsNoTranslation = (text: string) =>
  bare(text) === '' ||
  bare(text)
    .split(' ')
    .every(
      (word) =>
        same.has(word) || /^[A-Z0-9_!=]{2,}$/.test(word) || /^(m²|h|Wh|m|s|ms|L|StatusCode)$/.test(word),
    );

const english = of('en');

test.each(Object.keys(english))('%s has the same keys and placeholders in six languages', (namespace) => {
  const rows = flat(english[namespace] ?? {});
  for (const lang of langs) {
    const translations = new Map(flat(of(lang)[namespace] ?? {}));
    const keys = new Set([...translations.keys()].map(single));
    expect([...keys].sort(), `${lang}/${namespace}`).toEqual(
      [...new Set(rows.map(([key]) => single(key)))].sort(),
    );
    for (const [key, text] of rows) {
      const translation = translations.get(key) ?? translations.get(`${single(key)}_other`);
      expect(translation, `${lang}/${namespace}.${key}`).toBeTruthy();
      // The form `one` may omit its number: "A device".
      const expected = key.endsWith('_one') ? placeholders(translation ?? '') : placeholders(text);
      expect(placeholders(translation ?? ''), `${lang}/${namespace}.${key}`).toEqual(expected);
    }
  }
});

test.each(langs)('%s has exactly the plural forms of its grammar', (lang) => {
  const tags = { en: 'en', 'zh-cn': 'zh-Hans', 'zh-cw': 'zh-Hant', ja: 'ja', ko: 'ko', ge: 'de' } as const;
  const forms = new Intl.PluralRules(tags[lang]).resolvedOptions().pluralCategories;
  for (const [namespace, phrases] of Object.entries(of(lang))) {
    const keys = flat(phrases).map(([key]) => key);
    for (const stem of new Set(keys.filter((key) => plural.test(key)).map(single))) {
      const present = keys
        .filter((key) => plural.test(key) && single(key) === stem)
        .map((key) => key.split('_').at(-1));
      expect(present.sort(), `${lang}/${namespace}.${stem}`).toEqual([...forms].sort());
    }
  }
});

test.each(langs.filter((lang) => lang !== 'en'))('no text in %s is left in English', (lang) => {
  const left = Object.entries(of(lang)).flatMap(([namespace, phrases]) => {
    const originals = new Map(flat(english[namespace] ?? {}));
    return flat(phrases)
      .filter(([key, text]) => text === originals.get(key) && !needsNoTranslation(text))
      .map(([key, text]) => `${namespace}.${key}: ${text}`);
  });
  expect(left).toEqual([]);
});

test('no text is its translation key', () => {
  // A short lower-case word may be both text and key. Camel case or a dot means that a key was used as text.
  const keys = Object.values(files).flatMap((phrases) =>
    flat(phrases).filter(([key, text]) => /^[a-z]+[A-Z.]\w*$/.test(text) && key.endsWith(text)),
  );
  expect(keys).toEqual([]);
});

test.each(langs)(
  '%s contains no unit of area or volume, because the reader may have chosen another',
  (lang) => {
    // The texts of the unit choice itself name the units.
    const named =
      /^(people\/profile\.(litres|gallons)|figures\/(report-subscriptions|screens)\.volumes\.(LITRE|GALLON)|people\/auth\.promise)$/;
    const units =
      /m²|ft²|square (met|f[oe]+t)|quadrat(meter|fuß)|平方|제곱|litre|liter|gallon|加[仑侖]|ガロン|리터|갤런|リットル/i;
    const texts = Object.entries(of(lang)).flatMap(([namespace, phrases]) =>
      flat(phrases, `${namespace}.`).filter(([key, text]) => units.test(text) && !named.test(key)),
    );
    expect(texts).toEqual([]);
  },
);
