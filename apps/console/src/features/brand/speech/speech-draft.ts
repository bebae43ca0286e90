import { langs, type Lang, type Sent, type SpeechVoice, type speechCalls } from '@sweepline/contract';

export type What = Sent<typeof speechCalls.preview>;

/** What a person has entered. A language without a text is not spoken. */
export interface SpeechDraft extends Pick<What, 'type' | 'speed' | 'pitch'> {
  texts: Partial<Record<Lang, string>>;
  voices: Partial<Record<Lang, string>>;
  deviceId: string | null;
}

export const emptyDraft: SpeechDraft = {
  type: 'PROMPT',
  speed: 100,
  pitch: 50,
  texts: {},
  voices: {},
  deviceId: null,
};

export const voicesOf = (voices: readonly SpeechVoice[], language: Lang): readonly SpeechVoice[] =>
  voices.filter((voice) => voice.language === language);

/** The languages of the texts as they are sent: a fault names a text by its number. */
export const spokenLangs = ({ texts }: SpeechDraft): Lang[] =>
  langs.filter((language) => texts[language]?.trim());

/** The request of a draft; null while there is nothing to speak. */
export function whatOf(draft: SpeechDraft, voices: readonly SpeechVoice[]): What | null {
  const { type, speed, pitch, deviceId } = draft;
  const texts = spokenLangs(draft).map((language) => ({
    language,
    voice: draft.voices[language] ?? voicesOf(voices, language)[0]?.id ?? '',
    text: draft.texts[language]?.trim() ?? '',
  }));
  if (texts.length === 0) return null;
  return { type, speed, pitch, texts, ...(deviceId !== null && { deviceId }) };
}
