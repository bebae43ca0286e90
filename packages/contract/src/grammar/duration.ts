import type { Lang } from './lang.ts';

type Unit = 'd' | 'h' | 'min' | 's';
const sizes: readonly (readonly [Unit, number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

const si: Record<Unit, string> = { d: 'd', h: 'h', min: 'min', s: 's' };
const words: Record<Lang, Record<Unit, string>> = {
  en: si,
  ge: si,
  'zh-cn': { d: '天', h: '小时', min: '分钟', s: '秒' },
  'zh-cw': { d: '天', h: '小時', min: '分鐘', s: '秒' },
  ja: { d: '日', h: '時間', min: '分', s: '秒' },
  ko: { d: '일', h: '시간', min: '분', s: '초' },
};

/** A duration in its two largest units, `1 d 3 h` or `8 min 30 s`, without a unit that is zero. */
export function durationText(seconds: number, lang: Lang): string {
  const total = Math.round(Math.abs(seconds));
  const largest = sizes.findIndex(([, size]) => total >= size);
  if (largest < 0) return `0 ${words[lang].s}`;
  const smallest = sizes[largest + 1]?.[1] ?? 1;
  // Rounded to the smaller unit, which may make the next larger one full: 59 min 59.6 s is 1 h.
  const rounded = Math.round(total / smallest) * smallest;
  let rest = rounded;
  const parts = sizes.slice(Math.max(0, largest - 1), largest + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${words[lang][unit]}`] : [];
  });
  return `${seconds < 0 ? '−' : ''}${parts.join(' ')}`;
}
