import type { Locale } from 'antd/es/locale';
import type { Phrases } from '../../kit/texts.ts';

/** Everything of one language; the build makes one chunk of it, and only the reader's is loaded. */
export interface Language {
  antd: Locale;
  phrases: Record<string, Phrases>;
}
